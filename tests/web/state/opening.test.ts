import { describe, expect, it } from 'vitest';
import { answerAt, askable, openingChoice, promiseOf } from '../../../web/src/state/opening';
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
      'This model is small: 961,044 numbers, 2 words, trained on made-up sentences to name what a pronoun stands for. It got 46 of 50 hand-written sentences right. It cannot chat.',
    );
  });

  it('counts the sentences that no list or training saw, where the file has them', () => {
    const two =
      '"handWritten":{"cases":50,"byOutput":0.92},"handWrittenNew":{"cases":50,"byOutput":0.78}';
    const third = '"handWrittenThird":{"cases":100,"byOutput":0.81}';
    for (const [sets, said] of [
      [two, 'It got 39 of 50 hand-written sentences right.'],
      [`${two},${third}`, 'It got 81 of 100 hand-written sentences right.'],
    ]) {
      const model = makeModel({ ...measured, evaluation: `{${sets}}` });
      expect(promiseOf(model, true)).toContain(said);
    }
  });

  it('says nothing of sentences that were not tried', () => {
    for (const evaluation of ['', '{', 'null', '{"handWritten":{"cases":50,"byOutput":7}}']) {
      const model = makeModel({ ...measured, evaluation });
      expect(promiseOf(model, true)).toEqual([
        'A small model, trained on made-up sentences.',
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

describe('what the page says of a word that is pressed', () => {
  const taught = { trained: 'true', training: '{"referenceWeight":1}' };
  const row = (token: number, weights: readonly number[]) => {
    const n = weights.length;
    const values = Array.from({ length: n * n }, (_, i) => weights[i % n] ?? 0);
    const axes = [['head', 1] as const, ['query', n] as const, ['key', n] as const];
    const trace = makeTrace('the dog saw it', [
      { name: 'layers.0.attention.weights', axes, values },
      {
        name: 'logits',
        axes: [['token', n] as const, ['piece', 8] as const],
        values: Array(n * 8).fill(0),
      },
    ]);
    return { ...initialState({ token, layer: 0, head: 0 }), model: makeModel(taught), trace };
  };

  it('is where it looks, with the weights, and that the model has no answer for it', () => {
    expect(answerAt(row(1, [0.1, 0.2, 0.6, 0.1]), false)).toBe(
      '“dog” looks most at “saw” (60\u202f%), then at itself (20\u202f%). Trained to say what pronouns stand for, the model knows no answer for “dog”.',
    );
    expect(answerAt(row(1, [0.1, 0.6, 0.2, 0.1]), true)).toBe(
      '“dog” looks most at itself (60\u202f%), then at “saw” (20\u202f%).',
    );
  });

  it('is at a pronoun what it takes that to mean', () => {
    expect(answerAt(row(3, [0.1, 0.6, 0.2, 0.1]), true)).toMatch(/^The model takes “it” to mean “/);
  });

  it('leads to the pronoun from any other word', () => {
    expect(askable(row(1, [0.1, 0.2, 0.6, 0.1]))).toBe(3);
    expect(askable(row(3, [0.1, 0.2, 0.6, 0.1]))).toBeNull();
    expect(askable({ ...row(1, [1, 0, 0, 0]), model: makeModel() })).toBeNull();
  });
});
