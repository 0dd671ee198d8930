import { percent } from '../../../state/format';
import { later, msg } from '../../../words/msg';
import type { Case } from '../case';
import { meanOf, type RunUnderTest, rangeOf, sumOf, weightOf } from '../run-under-test';

const count = 4;

/** Longer texts are drawn around a word. */
const drawnWhole = 32;

const padsOf = (run: RunUnderTest): readonly number[] =>
  run.tokens.flatMap(({ piece }, token) => (piece === '[PAD]' ? [token] : []));

/** What the words of a head give to [PAD]; rows of [PAD] itself do not count. */
function givenToPads(run: RunUnderTest, rows: readonly Float32Array[]): readonly number[] {
  const pads = padsOf(run);
  const words = rows.filter((_, query) => !pads.includes(query));
  return words.map((row) => sumOf(pads.map((token) => row[token] ?? 0)));
}

const given = (run: RunUnderTest): readonly number[] =>
  run.allWeights().flatMap((rows) => givenToPads(run, rows));

/** The head that gives most to [PAD]. */
function worst(run: RunUnderTest): { readonly layer: number; readonly head: number } {
  const heads = run.layers.flatMap((layer) => run.heads.map((head) => ({ layer, head })));
  const shares = heads.map(({ layer, head }) => meanOf(givenToPads(run, run.weights(layer, head))));
  return heads[shares.indexOf(Math.max(...shares))] ?? { layer: 0, head: 0 };
}

/** Of a text that is not drawn whole, the last word: [PAD] is beside it. */
function nearPads(run: RunUnderTest): { readonly token?: number } {
  const first = padsOf(run)[0];
  return first === undefined || run.tokens.length <= drawnWhole ? {} : { token: first - 1 };
}

export const bug: Case = {
  place: 10,
  broken: '',
  right: 'mask=padding',
  text: (sentence) => `${sentence}${' [PAD]'.repeat(count)}`,
  look: ({ broken }) => ({ ...worst(broken), ...nearPads(broken) }),
  picture: ({ broken: { layer, head } }) => ({ kind: 'matrix', layer, head }),
  ask: (run) => weightOf(run, padsOf(run)[0] ?? 0),
  guess: later('[PAD] is not masked'),
  guesses: ['padding', 'positions', 'scale', 'softmax-axis'],
  check(run) {
    if (padsOf(run).length === 0)
      return { fine: true, says: msg`This text has no [PAD] to look at.` };
    const { most } = rangeOf(given(run));
    return most === 0
      ? { fine: true, says: msg`No word looks at [PAD]: every weight on it is 0.` }
      : { fine: false, says: msg`Words look at [PAD]: one gives it ${percent(most)}.` };
  },
  symptom: ({ broken }) =>
    msg`To make texts equally long, [PAD] was appended ${padsOf(broken).length} times. It means nothing, yet the words give it ${percent(meanOf(given(broken)))} of their attention on average; in layer ${broken.layer + 1}, head ${broken.head + 1}, ${percent(meanOf(givenToPads(broken, broken.weights())))}.`,
  healed: ({ right }) =>
    msg`Masked, [PAD] gets ${percent(rangeOf(given(right)).most)} from every word: the length of the other texts no longer matters.`,
  wrongLine: 'mask.keep[i] = 1;',
  rightLine: 'mask.keep[i] = ids[i] != padTokenId;',
  test: later('test that [PAD] after a text changes nothing'),
};
