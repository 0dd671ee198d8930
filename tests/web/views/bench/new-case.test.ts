import { expect, it, vi } from 'vitest';
import { initialState, reduce } from '../../../../web/src/state/reduce';
import type { State } from '../../../../web/src/state/state';
import { formatHash, parseHash } from '../../../../web/src/state/url';
import { requestKey } from '../../../../web/src/state/what-if/ask';
import { benchView } from '../../../../web/src/views/bench';
import { benchWants, isMended, neighbourCase, opened } from '../../../../web/src/views/bench/bench';
import type { Case } from '../../../../web/src/views/bench/case';
import { makeModel, makeTrace } from '../../fixtures';

/** What a file `web/src/views/bench/cases/example.ts` would hold. */
const example = vi.hoisted(
  (): Case => ({
    place: 6.5,
    broken: 'scale=3',
    right: 'scale=off',
    picture: ({ broken, right }) => ({
      kind: 'rows',
      title: 'The first number of the output',
      columns: ['number'],
      rows: broken.tokens.map(({ piece }, token) => ({
        label: piece,
        token,
        broken: [broken.row('output', token)[0] ?? 0],
        right: [right.row('output', token)[0] ?? 0],
      })),
      write: (x) => x.toFixed(1),
    }),
    ask: (run) => ({ name: 'output', index: [run.token, 0] }),
    guess: 'the output is halved',
    guesses: ['positions', 'example', 'scale'],
    check(run) {
      const first = run.row('output', run.token)[0] ?? 0;
      return { fine: first > 2, says: `It is ${first}.` };
    },
    symptom: ({ broken }) => `It is ${broken.row('output', 0)[0]}.`,
    healed: ({ right }) => `It is ${right.row('output', 0)[0]} now.`,
    wrongLine: 'output /= 2;',
    rightLine: 'output /= 1;',
    test: 'test the output',
  }),
);

vi.mock('../../../../web/src/views/bench/cases', async (original) => {
  const real = await original<typeof import('../../../../web/src/views/bench/cases')>();
  const cases = [...real.cases, { ...example, id: 'example' }].sort((a, b) => a.place - b.place);
  return { ...real, cases, caseOf: (id: string) => cases.find((each) => each.id === id) };
});

const output = (values: readonly number[]) =>
  makeTrace('a b', [
    {
      name: 'output',
      axes: [
        ['token', 2],
        ['model', 1],
      ],
      values,
    },
    // The check of another case reads this: positions are added.
    {
      name: 'embedding.positions',
      axes: [
        ['token', 2],
        ['model', 1],
      ],
      values: [1, 1],
    },
  ]);

/** The bench with a sentence read, and the two runs of the case computed. */
function onTheBench(): State {
  const start = initialState({ sentence: 'a b', ...parseHash('#view=bench&case=example') });
  const read = reduce(start, { type: 'model', model: makeModel(), trace: output([5, 5]) });
  const wanted = benchWants(read).traces;
  expect(wanted.map(({ text, run }) => [text, run.structure])).toEqual([
    ['a b', 'scale=3'],
    ['a b', 'scale=off'],
  ]);
  return wanted.reduce(
    (state, request, i) =>
      reduce(state, {
        type: 'beside',
        key: requestKey(request),
        trace: output(i === 0 ? [1.5, 2] : [3, 4]),
      }),
    read,
  );
}

const guess = (state: State, at: number): State => {
  const choice = { guesses: [...state.guesses, at] };
  return reduce(state, { type: 'choose', choice });
};

const scene = (state: State) => benchView.layout(state, { width: 600 });

const texts = (state: State) =>
  scene(state).picture?.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));

/** A case is one file: its place among the others, address, picture, guesses and verdicts follow. */
it('a new case is reached, shown with its numbers, guessed wrong and right, and mended', () => {
  const state = onTheBench();
  expect(neighbourCase({ case: 'heads' }, 1)).toBe('example');
  expect(neighbourCase({ case: 'example' }, 1)).toBe('output');
  expect(scene(state)).toMatchObject({ mended: false, report: { symptom: 'It is 1.5.' } });
  expect(scene(state).suspects.map(({ guess: says }) => says)).toContain('the output is halved');
  expect(texts(state)).toEqual(expect.arrayContaining(['a', '1.5', 'b', '2.0']));

  const missed = guess(state, 0);
  expect(isMended(missed)).toBe(false);
  expect(scene(missed).report?.verdict).toMatch(/^Not that one\. Positions are added: /);

  const found = guess(missed, 1);
  expect(scene(found)).toMatchObject({
    mended: true,
    suspects: [{ state: 'wrong' }, { state: 'right' }, { state: 'open' }],
    report: { verdict: 'Right. It is 1.5.', healed: expect.stringContaining('It is 3 now.') },
  });
  // The former numbers stand, struck through, beside those of the right run.
  expect(texts(found)).toEqual(expect.arrayContaining(['3.0', '1.5', '4.0', '2.0']));
  expect(formatHash(found)).toContain('case=example&guess=1%2C2');
  const again = reduce(found, { type: 'choose', choice: opened('example') });
  expect(scene(again)).toMatchObject({ mended: false, report: { verdict: '' } });
});

it('the reader’s own run, sentence and place stay as they are', () => {
  const before = onTheBench();
  const { trace, sentence, structure, changes, past, token } = before;
  expect(guess(guess(before, 0), 1)).toMatchObject({
    ...{ trace, sentence, structure, changes, past, token },
  });
});

it('on the way to the mended picture the numbers go from the broken ones to the right ones', () => {
  const state = onTheBench();
  const [from, to] = [scene(state), scene(guess(state, 1))];
  const half = benchView.between?.(from, to, 0.5).picture?.marks ?? [];
  const shown = half.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  expect(shown).toEqual(expect.arrayContaining(['2.3', '3.0']));
});

it('a case that there is not is named, with those that there are', () => {
  const state = reduce(onTheBench(), { type: 'choose', choice: { case: 'nope' } });
  expect(scene(state)).toMatchObject({
    picture: null,
    problem: expect.stringMatching(/^There is no case “nope”\. The cases are softmax-axis, /),
  });
  expect(benchWants(state).traces).toEqual([]);
});
