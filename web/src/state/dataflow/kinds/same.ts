import { explanation } from '../explanation';
import { operandOf } from '../expression';
import type { Kind } from './kind';

/** y = x: another name of the same tensor. */
export interface Same extends Kind<'same'> {
  readonly x: string;
}

export function same(x: string): Same {
  return {
    kind: 'same',
    inputs: [x],
    x,
    explain(reader, index) {
      const operand = reader.operand(x, ...index);
      return explanation({
        operands: [operand],
        value: operand.value,
        about: 'The same number under another name.',
        written: operandOf(operand),
      });
    },
  };
}
