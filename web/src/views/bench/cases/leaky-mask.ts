import { percent } from '../../../state/format';
import { later, msg } from '../../../words/msg';
import type { Case } from '../case';
import { meanOf, type RunUnderTest, rangeOf, sumOf, weightOf } from '../run-under-test';

/** What each word of a head gives to the words after it; the last word has none. */
const givenAhead = (rows: readonly Float32Array[]): readonly number[] =>
  rows.slice(0, -1).map((row, query) => sumOf(row.subarray(query + 1)));

const ahead = (run: RunUnderTest): readonly number[] => run.allWeights().flatMap(givenAhead);

const least = 1e-6;

const seesAhead = (run: RunUnderTest): boolean => rangeOf(ahead(run)).most > least;

/** The head that looks ahead most. */
function worst(run: RunUnderTest): { readonly layer: number; readonly head: number } {
  const heads = run.layers.flatMap((layer) => run.heads.map((head) => ({ layer, head })));
  const given = heads.map(({ layer, head }) => sumOf(givenAhead(run.weights(layer, head))));
  return heads[given.indexOf(Math.max(...given))] ?? { layer: 0, head: 0 };
}

/** The word of the head looked at that gives most to what comes after it. */
function lookingAhead(run: RunUnderTest): number {
  const given = givenAhead(run.weights());
  return Math.max(0, given.indexOf(Math.max(...given)));
}

function mostAhead(run: RunUnderTest): string {
  const given = givenAhead(run.weights());
  const token = lookingAhead(run);
  return msg`In layer ${run.layer + 1}, head ${run.head + 1}, ${run.word(token)} gives ${percent(given[token] ?? 0)} of its attention to ${run.word(token + 1)}, a later word`;
}

export const bug: Case = {
  place: 5,
  broken: 'mask=leaky',
  right: 'mask=causal',
  look: ({ broken }) => worst(broken),
  picture: ({ broken: { layer, head } }) => ({ kind: 'matrix', layer, head }),
  ask(run) {
    const token = lookingAhead(run);
    return weightOf(run.at({ token }), Math.min(token + 1, run.tokens.length - 1));
  },
  guess: later('words see what comes next'),
  guesses: ['positions', 'softmax-axis', 'scale', 'leaky-mask'],
  check(run, right) {
    const { most } = rangeOf(ahead(run));
    if (!seesAhead(run))
      return {
        fine: true,
        says: msg`No word attends to later ones: the most is ${percent(Math.max(0, most))}.`,
      };
    if (seesAhead(right))
      return {
        fine: true,
        says: msg`This encoder may look both ways: fixed, words still give ${percent(meanOf(ahead(right)))} to later ones on average.`,
      };
    return {
      fine: false,
      says: msg`Words look ahead: one gives ${percent(most)} to later ones.`,
    };
  },
  symptom: ({ broken }) =>
    msg`Here no word may look at a later one. Yet: ${mostAhead(broken)}. Averaged over all heads, words give ${percent(meanOf(ahead(broken)))} of their attention to later ones.`,
  healed: ({ right }) =>
    msg`Off by one, a causal mask shows each word the next one, and layer by layer more. Fixed, no word gives later words more than ${percent(rangeOf(ahead(right)).most)}. (The model was trained to look both ways, so neither run is its usual one.)`,
  wrongLine: 'return key <= query + 1;',
  rightLine: 'return key <= query;',
  test: later('test that later words change nothing'),
};
