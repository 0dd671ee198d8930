import { percent, plain, positive } from '../../../state/format';
import { argmax, entropyBits } from '../../../state/vector';
import { later, msg } from '../../../words/msg';
import type { Case } from '../case';
import { divisorOf, meanOf, type RunUnderTest, weightOf } from '../run-under-test';

/** How many bits the rows of a head have on average: how widely its words look. */
const bitsOf = (rows: readonly Float32Array[]): number => meanOf(rows.map(entropyBits));

const bitsOfAll = (run: RunUnderTest): number => meanOf(run.allWeights().map(bitsOf));

/** Nearly all of a row on one word: the softmax has no slope there. */
const all = 0.99;

/** Rows of all heads in which one word gets nearly all. */
function steep(run: RunUnderTest): string {
  const rows = run.allWeights().flat();
  const count = rows.filter((row) => (row[argmax(row)] ?? 0) > all).length;
  return msg`${count} of ${rows.length} rows`;
}

export const bug: Case = {
  place: 3,
  broken: 'scale=off',
  look({ broken, right }) {
    const heads = broken.heads.map((head) => {
      const [a, b] = [right, broken].map((run) => bitsOf(run.weights(broken.layer, head)));
      return (a ?? 0) - (b ?? 0);
    });
    return { head: argmax(heads) };
  },
  picture: ({ broken, right }) => ({
    kind: 'rows',
    title: msg`How widely words look, in bits: mean per head of layer ${broken.layer + 1}`,
    columns: [msg`bits`],
    rows: broken.heads.map((head) => ({
      label: msg`head ${head + 1}`,
      broken: [bitsOf(broken.weights(broken.layer, head))],
      right: [bitsOf(right.weights(broken.layer, head))],
    })),
    write: (x) => positive(x, 2),
  }),
  ask: (run) => weightOf(run, argmax(run.weights()[run.token] ?? [])),
  guess: later('the scores are not divided by √dₖ'),
  guesses: ['heads', 'softmax-axis', 'positions', 'scale'],
  check(run) {
    const [divisor, root] = [divisorOf(run), Math.sqrt(run.dK)];
    const fine = Math.abs(divisor / root - 1) < 0.02;
    const [by, should] = [positive(divisor, 2), plain(root)];
    const [layer, head] = [run.layer + 1, run.head + 1];
    const says = fine
      ? msg`In layer ${layer}, head ${head}, the weights come from scores divided by ${by}, as they should: √${run.dK} is ${should}.`
      : msg`In layer ${layer}, head ${head}, the weights come from scores divided by ${by}, but √${run.dK} is ${should}.`;
    return { fine, says };
  },
  symptom: ({ broken }) =>
    msg`Words look at few others: ${positive(bitsOfAll(broken), 2)} bits on average over all heads, where equal weights would give ${positive(Math.log2(broken.tokens.length), 2)}. In ${steep(broken)}, one word gets more than ${percent(all)}.`,
  healed: ({ broken, right }) =>
    msg`Divided by ${plain(Math.sqrt(right.dK))}, the heads average ${positive(bitsOfAll(right), 2)} bits instead of ${positive(bitsOfAll(broken), 2)}; one word gets more than ${percent(all)} in ${steep(right)}. Where a weight w is near 1, the slope of the softmax, w·(1 − w), is near 0, and a head learns little.`,
  wrongLine: 'const Scalar scale = 1;',
  rightLine: 'const Scalar scale = 1 / std::sqrt(static_cast<Scalar>(dK));',
  test: later('test how broadly the heads look'),
};
