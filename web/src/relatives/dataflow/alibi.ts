import { type Operand, Reader, type Values } from '../../state/dataflow/cell';
import {
  constant,
  either,
  explanation,
  fraction,
  letter,
  operandOf,
  power,
  row,
  sumOf,
  value,
} from '../../state/dataflow/explanation';
import type { Softmax } from '../../state/dataflow/kinds/attention';
import { divisorIn } from '../../state/dataflow/kinds/attention';
import type { Other } from '../../state/dataflow/node';
import { msg } from '../../words/msg';

/**
 * What a head takes off for each word of distance: 2^(−8·(head + 1) ÷ heads) where heads is a power of
 * two; else those of the power below, and then every second of the power above.
 */
export function alibiSlope(head: number, heads: number): number {
  const below = 2 ** Math.floor(Math.log2(heads));
  const step = head < below ? (head + 1) / below : (2 * (head - below) + 1) / (2 * below);
  return 2 ** (-8 * step);
}

/** ALiBi: y[h,i,k] = −slope[h] · |i − k| */
export function biases(heads: number): Other {
  return {
    kind: 'other',
    inputs: [],
    explain(_reader, [h = 0, i = 0, k = 0]) {
      const slope = alibiSlope(h, heads);
      const apart = Math.abs(i - k);
      return explanation({
        operands: [],
        value: -slope * apart,
        about: msg`Head ${h + 1} subtracts the same for each word of distance; here that is ${apart}.`,
        written: row('−', value(slope, 4, msg`slope of head ${h + 1}`), '×', constant(apart)),
      });
    },
  };
}

const table = 'encoder.relative_attention_bias.weight';

/** The row of a table of biases for a key at this distance behind its query: relativeBucket of the core. */
export function relativeBucket(distance: number): number {
  const apart = Math.abs(distance);
  const range = Math.min(15, 8 + Math.floor(2 * Math.log2(apart / 8) + 1e-9));
  return (distance > 0 ? 16 : 0) + (apart < 8 ? apart : range);
}

/** Learned biases: y[h,i,k] = table[bucket of k − i, h] */
export function learnedBiases(): Other {
  return {
    kind: 'other',
    inputs: [table],
    explain(reader, [h = 0, i = 0, k = 0]) {
      const entry = reader.operand(table, relativeBucket(k - i), h);
      return explanation({
        operands: [entry],
        value: entry.value,
        about: msg`What head ${h + 1} has learned to add at this distance; all layers share it.`,
        written: operandOf(entry),
      });
    },
  };
}

/** e^(s ÷ √dK + b), over the sum of all of them. */
function inSymbols(score: Operand, bias: Operand, divisor: number, dK: number) {
  const one = (index: string) => {
    const s = operandOf(score, index);
    const scaled = divisor === 1 ? s : row(s, '÷', divisorIn(divisor, dK));
    return power(letter('e'), row(scaled, '+', operandOf(bias, index)));
  };
  return fraction(one('j'), sumOf(one('i')));
}

/**
 * The softmax of scores that a bias is added to once they are divided. `plainOne` is the same softmax
 * without biases, `undivided` the same with the divisor 1, for what comes back to a bias.
 */
export function biasedSoftmax(
  plainOne: Softmax,
  undivided: Softmax,
  name: string,
  dK: number,
): Softmax {
  const { x, divisor } = plainOne;
  const withBias = (values: Values): Values => ({
    ...values,
    at: (at) =>
      values.at(at) + (at.name === x ? divisor * values.at({ name, index: at.index }) : 0),
  });
  return {
    ...plainOne,
    inputs: [x, name],
    explain(reader, index, of) {
      const found = plainOne.explain(new Reader(withBias(reader.values)), index, of);
      if (found.list?.kind !== 'powers') return found;
      const same = (tensor: string) =>
        found.operands.map(({ cell }) => reader.operand(tensor, ...cell.index));
      const [scores, added] = [same(x), same(name)];
      const { own } = found.list;
      const numbers = found.written?.kind === 'either' ? found.written.numbers : constant('');
      return {
        ...found,
        operands: [...scores, ...added],
        about: msg`Each score, divided and changed by distance, becomes a power of e; the weight is that power divided by the sum of them all.`,
        written: either(
          inSymbols(scores[own] as Operand, added[own] as Operand, divisor, dK),
          numbers,
        ),
        list: { ...found.list, scores, biases: added.map((each) => each.value) },
      };
    },
    back: (reader, input, index, of) =>
      (input === name ? undivided : plainOne).back?.(reader, input, index, of) ?? null,
  };
}
