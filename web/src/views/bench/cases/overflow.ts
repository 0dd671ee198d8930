import { percent, plain, signed } from '../../../state/format';
import { argmax } from '../../../state/vector';
import { inLanguage } from '../../../words/language';
import { later, msg } from '../../../words/msg';
import type { Case } from '../case';
import { type RunUnderTest, rangeOf, rowSums, weightOf } from '../run-under-test';

/** Small enough that the scores of this model overflow e^x, in a sentence of three words too. */
const divisor = 0.1;

/** e^x as 32 bits hold it: above 88.7 it is ∞. */
const power = (x: number): number => Math.fround(Math.exp(x));

const largestFloat = '88.72';

/** The first head with a row that is no number, and that row; nothing where all are numbers. */
function firstNaN(run: RunUnderTest) {
  for (const layer of run.layers)
    for (const head of run.heads) {
      const token = rowSums(run.weights(layer, head)).findIndex(Number.isNaN);
      if (token >= 0) return { layer, head, token };
    }
  return {};
}

const scaled = (run: RunUnderTest): readonly number[] =>
  Array.from(run.row('layers.{l}.attention.scores', run.head, run.token), (s) => s / divisor);

const weightsOf = (run: RunUnderTest): Float32Array =>
  run.row('layers.{l}.attention.weights', run.head, run.token);

/** Rows of a layer's weights that hold no numbers, of all its rows. */
function lost(run: RunUnderTest, layer: number): string {
  const sums = run.heads.flatMap((head) => rowSums(run.weights(layer, head)));
  return msg`${sums.filter(Number.isNaN).length} of ${sums.length}`;
}

const largestScore = (run: RunUnderTest): number => rangeOf(scaled(run)).most;

/** Large and small powers with their exponents, what is no finite number by its name. */
function writePower(x: number): string {
  if (x === 0) return '0';
  const short = !Number.isFinite(x) || x < 0 || (x < 1e4 && x >= 0.01);
  return short ? signed(x) : inLanguage(x.toExponential(1));
}

export const bug: Case = {
  place: 11,
  broken: `softmax=unshifted,scale=${divisor}`,
  right: `scale=${divisor}`,
  look: ({ broken }) => firstNaN(broken),
  picture: ({ broken, right }) => ({
    kind: 'rows',
    title: msg`The row of ${broken.word()} in layer ${broken.layer + 1}, head ${broken.head + 1}`,
    columns: [`q·k ÷ ${plain(divisor)}`, msg`e to that power`, msg`weight`],
    rows: broken.tokens.map(({ piece }, token) => ({
      label: piece,
      token,
      broken: rowOf(broken, token, 0),
      right: rowOf(right, token, largestScore(right)),
    })),
    write: writePower,
  }),
  ask: (run) => weightOf(run, argmax(scaled(run))),
  guess: later('the softmax does not subtract the maximum'),
  guesses: ['padding', 'overflow', 'heads', 'positions'],
  check(run) {
    const all = run.allWeights().flatMap(rowSums);
    const bad = all.filter(Number.isNaN).length;
    return bad === 0
      ? { fine: true, says: msg`Every weight in all ${all.length} rows is a number.` }
      : { fine: false, says: msg`Of ${all.length} rows of weights, ${bad} contain NaN.` };
  },
  symptom({ broken }) {
    const found = firstNaN(broken);
    if (found.layer === undefined)
      return msg`No score in this sentence is large enough: divided by ${plain(divisor)}, the largest of this row is ${signed(largestScore(broken), 1)}, and e^x overflows above ${inLanguage(largestFloat)}.`;
    return msg`Divided by ${plain(divisor)}, the scores are large, and weights become NaN (“not a number”): ${lost(broken, found.layer)} rows in layer ${found.layer + 1}, ${lost(broken, broken.layers.length - 1)} in the last. This row’s largest score is ${signed(largestScore(broken), 1)}; a 32-bit float holds e^x up to x = ${inLanguage(largestFloat)}.`;
  },
  healed: ({ right }) =>
    msg`∞ ÷ ∞ is NaN, and one such row spoils every word in the next layer. Once the maximum is subtracted, the largest power is e^0 = 1: fixed, this row’s largest weight is ${percent(rangeOf(Array.from(weightsOf(right))).most)}.`,
  wrongLine: 'exponential(score * splat(scale))',
  rightLine: 'exponential((score - splat(most)) * splat(scale))',
  test: later('test with large scores'),
};

function rowOf(run: RunUnderTest, token: number, shift: number): readonly number[] {
  const score = scaled(run)[token] ?? 0;
  return [score, power(score - shift), weightsOf(run)[token] ?? 0];
}
