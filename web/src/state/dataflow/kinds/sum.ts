import { plain } from '../../format';
import { explanation } from '../explanation';
import { added, constant, type Expression, operandOf, row } from '../expression';
import type { Kind } from './kind';
import { passed } from './same';

/** y = gain · a + b, element by element. */
export interface Sum extends Kind<'sum'> {
  readonly a: string;
  readonly b: string;
  readonly gain: number;
}

export function sum(a: string, b: string, gain = 1): Sum {
  const times = (x: Expression) => (gain === 1 ? x : row(constant(plain(gain)), '×', x));
  return {
    kind: 'sum',
    inputs: [a, b],
    a,
    b,
    gain,
    explain(reader, index) {
      const operands = [reader.operand(a, ...index), reader.operand(b, ...index)] as const;
      return explanation({
        operands,
        value: gain * operands[0].value + operands[1].value,
        written: added(
          operands.map((operand, i) => (i === 0 ? times(operandOf(operand)) : operandOf(operand))),
        ),
      });
    },
    back: (reader, input, index, name) =>
      passed(reader.gradient(name, ...index), input === a ? gain : 1),
  };
}
