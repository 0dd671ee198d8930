import { describe, expect, it } from 'vitest';
import { openingChoice, promiseOf } from '../../../web/src/state/opening';
import { firstSentence } from '../../../web/src/state/presets';
import { initialState, reduce } from '../../../web/src/state/reduce';
import { makeModel, makeTrace } from '../fixtures';

const measured = {
  training: '{}',
  evaluation: '{"handWritten":{"cases":50,"byOutput":0.92}}',
};

describe('what the page promises of a model', () => {
  it('is what the model’s file says', () => {
    const model = { ...makeModel(measured), parameters: 961_044 };
    expect(promiseOf(model, false).join(' ')).toBe(
      'This model is small: 961,044 numbers, 2 words, trained on invented sentences to name what a pronoun stands for. Of 50 sentences written by hand it got 46 right. It cannot chat.',
    );
  });

  it('counts the sentences that no list or training saw, where the file has them', () => {
    const two =
      '"handWritten":{"cases":50,"byOutput":0.92},"handWrittenNew":{"cases":50,"byOutput":0.78}';
    const third = '"handWrittenThird":{"cases":100,"byOutput":0.81}';
    for (const [sets, said] of [
      [two, 'Of 50 sentences written by hand it got 39 right.'],
      [`${two},${third}`, 'Of 100 sentences written by hand it got 81 right.'],
    ]) {
      const model = makeModel({ ...measured, evaluation: `{${sets}}` });
      expect(promiseOf(model, true)).toContain(said);
    }
  });

  it('says nothing of sentences that were not tried', () => {
    for (const evaluation of ['', '{', 'null', '{"handWritten":{"cases":50,"byOutput":7}}']) {
      const model = makeModel({ ...measured, evaluation });
      expect(promiseOf(model, true)).toEqual([
        'A small model, trained on invented sentences.',
        'It cannot chat.',
      ]);
    }
  });

  it('is its size alone where it was trained elsewhere', () => {
    expect(promiseOf(makeModel(), true)).toEqual(['This model has 1,234 numbers, 2 words.']);
  });
});

it('the opening shows the first sentence, whatever was chosen', () => {
  const trace = makeTrace(firstSentence);
  const away = { ...initialState({ layer: 0, head: 0, token: 2, masked: [1] }), trace };
  const state = reduce(away, { type: 'choose', choice: openingChoice(away) });
  expect(state).toMatchObject({ sentence: firstSentence, masked: [], token: 7, tour: null });
});
