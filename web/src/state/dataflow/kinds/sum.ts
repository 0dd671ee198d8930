import { explanation } from '../explanation';
import { added, operandOf } from '../expression';
import type { Kind } from './kind';

/** y = a + b, element by element. */
export interface Sum extends Kind<'sum'> {
  readonly a: string;
  readonly b: string;
}

export function sum(a: string, b: string): Sum {
  return {
    kind: 'sum',
    inputs: [a, b],
    a,
    b,
    explain(reader, index) {
      const operands = [reader.operand(a, ...index), reader.operand(b, ...index)] as const;
      return explanation({
        operands,
        value: operands[0].value + operands[1].value,
        written: added(operands.map((operand) => operandOf(operand))),
      });
    },
  };
}
