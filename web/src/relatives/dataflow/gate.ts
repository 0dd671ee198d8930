import { explanation } from '../../state/dataflow/explanation';
import { operandOf, row } from '../../state/dataflow/expression';
import type { Other } from '../../state/dataflow/formula';
import { msg } from '../../words/msg';

/** A gated network: y = a · b, element by element. */
export function gate(a: string, b: string): Other {
  return {
    kind: 'other',
    inputs: [a, b],
    explain(reader, index) {
      const [x, y] = [reader.operand(a, ...index), reader.operand(b, ...index)];
      return explanation({
        operands: [x, y],
        value: x.value * y.value,
        about: msg`The activated number is a gate: it says how much of the second projection passes.`,
        written: row(operandOf(x), '×', operandOf(y)),
      });
    },
    back(reader, input, index, name) {
      const g = reader.gradient(name, ...index);
      const other = reader.operand(input === a ? b : a, ...index);
      return explanation({
        operands: [g, other],
        value: g.value * other.value,
        written: row(operandOf(g), '×', operandOf(other)),
      });
    },
  };
}
