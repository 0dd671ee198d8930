import { explanation } from '../explanation';
import { operandOf } from '../expression';
import type { Kind } from './kind';

/** y = x: the same numbers under another name. */
export interface Same extends Kind<'same'> {
  readonly x: string;
}

export function same(x: string, about = 'The same number under another name.'): Same {
  return {
    kind: 'same',
    inputs: [x],
    x,
    explain(reader, index) {
      const operand = reader.operand(x, ...index);
      return explanation({
        operands: [operand],
        value: operand.value,
        about,
        written: operandOf(operand),
      });
    },
  };
}
