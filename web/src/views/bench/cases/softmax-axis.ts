import { positive } from '../../../state/format';
import { argmax } from '../../../state/vector';
import { later, msg } from '../../../words/msg';
import type { Case } from '../case';
import {
  addsToOne,
  columnSums,
  type RunUnderTest,
  rangeOf,
  rowSums,
  weightOf,
} from '../run-under-test';

const sumsOf = (run: RunUnderTest): readonly number[] => run.allWeights().flatMap(rowSums);

function range(sums: readonly number[]): string {
  const { least, most } = rangeOf(sums);
  return msg`from ${positive(least, 2)} to ${positive(most, 2)}`;
}

export const bug: Case = {
  place: 1,
  broken: 'softmax=columns',
  picture: ({ broken: { layer, head } }) => ({ kind: 'matrix', layer, head }),
  ask: (run) => weightOf(run, argmax(run.weights()[run.token] ?? [])),
  guess: later('the softmax runs over the wrong axis'),
  guesses: ['scale', 'softmax-axis', 'leaky-mask', 'heads'],
  check(run) {
    const sums = sumsOf(run);
    const says = msg`All ${sums.length} rows of weights add up to 1, to within .01.`;
    const off = sums.filter((sum) => !addsToOne(sum)).length;
    if (off === 0) return { fine: true, says };
    return {
      fine: false,
      says: msg`Of ${sums.length} rows of weights, ${off} do not add up to 1: ${range(sums)}.`,
    };
  },
  symptom({ broken }) {
    const sums = sumsOf(broken);
    const within = sums.filter(addsToOne).length;
    const rows = msg`The rows do not add up to 1: in all ${sums.length} rows of all heads, the sums range ${range(sums)}, and only ${within} are within .01 of 1.`;
    const columns = broken.allWeights().flatMap(columnSums);
    return columns.every(addsToOne) ? `${rows} ${msg`Every column does add up to 1.`}` : rows;
  },
  healed: ({ right }) =>
    msg`Down a column, words compete for attention; along a row, each word divides its own. Fixed, the row sums range ${range(sumsOf(right))}.`,
  wrongLine: 'weights.col(j) = softmax(scores.col(j) * scale);',
  rightLine: 'weights.row(i) = softmax(scores.row(i) * scale);',
  test: later('test the sums of the rows'),
};
