import type { Operand } from '../../state/dataflow/cell';
import {
  added,
  either,
  explanation,
  fraction,
  letter,
  operandOf,
  positiveValue,
  power,
  row,
  sumOf,
  total,
} from '../../state/dataflow/explanation';
import { exponentials } from '../../state/dataflow/kinds/attention';
import { dot } from '../../state/dataflow/kinds/products';
import type { Other } from '../../state/dataflow/node';
import { msg } from '../../words/msg';

/** y[i,e] = e^x[i,e] ÷ Σ_e e^x[i,e]: how probable the router finds each expert for a word. */
export function probabilities(x: string): Other {
  return {
    kind: 'other',
    inputs: [x],
    explain(reader, [i = 0, e = 0]) {
      const scores = reader.row(x, i);
      const { powers, sum } = exponentials(scores.map(({ value }) => value));
      const one = (index: string) => power(letter('e'), operandOf(scores[e] as Operand, index));
      return explanation({
        operands: scores,
        value: (powers[e] ?? 0) / sum,
        about: msg`This expert’s power of e, divided by the sum over all experts.`,
        written: either(
          fraction(one('j'), sumOf(one('i'))),
          fraction(positiveValue(powers[e] ?? 0), positiveValue(sum)),
        ),
        list: { kind: 'numbers', numbers: scores },
      });
    },
    back(reader, _input, [i = 0, e = 0], name) {
      const [p, g] = [reader.operand(name, i, e), reader.gradient(name, i, e)];
      const all = dot(reader.row(name, i).map((each, m) => [each, reader.gradient(name, i, m)]));
      const less = row('(', operandOf(g), '−', '(', all.written ?? '', ')', ')');
      return explanation({
        ...all,
        value: p.value * (g.value - all.value),
        written: row(operandOf(p), '×', less),
      });
    },
  };
}

/** The places of the largest of a row, `count` of them; of equals the first. */
export function largestPlaces(row: ArrayLike<number>, count: number): readonly number[] {
  const order = Array.from(row, (_, place) => place);
  order.sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0) || a - b);
  return order.slice(0, count).sort((a, b) => a - b);
}

/** y[i,e] = x[i,e] ÷ the sum of those taken, for the `count` most probable; 0 of the others. */
export function choice(x: string, count: number): Other {
  return {
    kind: 'other',
    inputs: [x],
    explain(reader, [i = 0, e = 0]) {
      const all = reader.row(x, i);
      const taken = largestPlaces(
        all.map(({ value }) => value),
        count,
      );
      const own = all[e] as Operand;
      const named = taken.map((each) => each + 1).join(', ');
      if (!taken.includes(e))
        return explanation({
          operands: all,
          value: 0,
          about: msg`The word goes to the ${count} most probable experts, ${named}. This one is not among them: it computes nothing for the word.`,
          list: { kind: 'numbers', numbers: all },
        });
      const chosen = taken.map((each) => all[each] as Operand);
      return explanation({
        operands: chosen,
        value: own.value / total(chosen.map(({ value }) => value)),
        about: msg`The word goes to the ${count} most probable experts, ${named}. Each gets its probability ÷ the sum of theirs, so that their weights add up to 1.`,
        written: fraction(operandOf(own), added(chosen.map((each) => operandOf(each)))),
      });
    },
    back(reader, _input, [i = 0, e = 0], name) {
      const shares = reader.row(name, i);
      const taken = shares.flatMap(({ value }, at) => (value === 0 ? [] : [at]));
      if (!taken.includes(e)) return null;
      const g = reader.gradient(name, i, e);
      const sum = total(taken.map((at) => reader.operand(x, i, at).value));
      const all = dot(taken.map((at) => [shares[at] as Operand, reader.gradient(name, i, at)]));
      return explanation({
        ...all,
        value: (g.value - all.value) / sum,
        written: fraction(row(operandOf(g), '−', '(', all.written ?? '', ')'), positiveValue(sum)),
      });
    },
  };
}
