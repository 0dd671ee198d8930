import { type ActivationId, activations } from '../activations';
import { explanation } from '../explanation';
import { operandOf } from '../expression';
import type { Kind } from './kind';

/** y[i,j] = f(x[i,j]) */
export type Activation = Kind<'activation'>;

export function activation(x: string, id: ActivationId | 'none'): Activation {
  const { apply, write, formula } = activations[id];
  return {
    kind: 'activation',
    inputs: [x],
    explain(reader, index) {
      const u = reader.operand(x, ...index);
      return explanation({
        operands: [u],
        value: apply(u.value),
        about: `f(u) = ${formula}`,
        written: write(operandOf(u)),
      });
    },
  };
}
