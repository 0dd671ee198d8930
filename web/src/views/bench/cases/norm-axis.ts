import { cell } from '../../../state/dataflow/cell';
import { positive } from '../../../state/format';
import { lengthOf } from '../../../state/vector';
import { later, msg } from '../../../words/msg';
import type { Case } from '../case';
import { meanOf, type RunUnderTest, rangeOf } from '../run-under-test';

const norm = 'layers.{l}.attention.norm';

/** What the norm subtracts from a word's numbers and multiplies them by: one each for a word, or for a column. */
function statistics(run: RunUnderTest, token: number) {
  const [mean, rstd] = [run.tensor(`${norm}.mean`).data, run.tensor(`${norm}.rstd`).data];
  const ofColumns = mean.length !== run.tokens.length;
  const at = (data: Float32Array, i: number) => data[ofColumns ? i : token] ?? Number.NaN;
  return { mean: (i: number) => at(mean, i), rstd: (i: number) => at(rstd, i) };
}

/** What the norm behind or before attention reads for a word. */
const read = (run: RunUnderTest, token: number): Float32Array =>
  run.normAt === 'pre'
    ? run.row(run.handedOn(run.layer - 1), token)
    : run.row('layers.{l}.attention.residual', token);

/** A word's numbers after mean and deviation were taken out, before γ and β. */
function standardised(run: RunUnderTest, token: number): Float32Array {
  const { mean, rstd } = statistics(run, token);
  return read(run, token).map((x, i) => (x - mean(i)) * rstd(i));
}

const lengths = (run: RunUnderTest): readonly number[] =>
  run.tokens.map((_, token) => lengthOf(standardised(run, token)));

const means = (run: RunUnderTest): readonly number[] =>
  run.tokens.map((_, token) => Math.abs(meanOf(standardised(run, token))));

function range(run: RunUnderTest): string {
  const { least, most } = rangeOf(lengths(run));
  return msg`from ${positive(least, 2)} to ${positive(most, 2)}`;
}

export const bug: Case = {
  place: 4,
  broken: 'norm_axis=tokens',
  picture: ({ broken, right }) => ({
    kind: 'rows',
    title: msg`Length of each word’s vector after attention’s norm in layer ${broken.layer + 1}, before γ and β`,
    columns: [msg`length`],
    rows: broken.tokens.map(({ piece }, token) => ({
      label: piece,
      token,
      broken: [lengthOf(standardised(broken, token))],
      right: [lengthOf(standardised(right, token))],
    })),
    rule: { at: Math.sqrt(broken.dModel), label: `√${broken.dModel}` },
    write: (x) => positive(x, 2),
  }),
  ask: (run) => cell(`layers.${run.layer}.attention.norm`, run.token, 0),
  guess: later('LayerNorm runs over the wrong axis'),
  guesses: ['residual', 'embedding-scale', 'norm-axis', 'positions'],
  check(run) {
    if (run.normAt === 'none') return { fine: true, says: msg`This encoder has no norm.` };
    const root = Math.sqrt(run.dModel);
    const { least, most } = rangeOf(lengths(run));
    const mean = rangeOf(means(run)).most;
    const says = msg`before γ and β, word vectors have lengths ${range(run)} (√${run.dModel} is ${positive(root, 2)}) and means of up to ${positive(mean, 2)}`;
    return least > 0.99 * root && most < 1.01 * root
      ? { fine: true, says: msg`The norm works: ${says}.` }
      : { fine: false, says: msg`The norm does not normalise each word: ${says}.` };
  },
  symptom: ({ broken }) =>
    msg`After a norm every word should have mean 0 and the same length, √${broken.dModel} = ${positive(Math.sqrt(broken.dModel), 2)}. Here the lengths range ${range(broken)}, and means are up to ${positive(rangeOf(means(broken)).most, 2)} from 0.`,
  healed: ({ right }) =>
    msg`Taken across words, a mean depends on the rest of the text; taken over a word’s own ${right.dModel} numbers, it does not. Fixed, the lengths range ${range(right)}.`,
  wrongLine: 'y.mean = x.colwise().mean();',
  rightLine: 'y.mean = x.rowwise().mean();',
  test: later('test mean and length of each word'),
};
