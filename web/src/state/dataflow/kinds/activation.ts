import { msg } from '../../../words/msg';
import { signed } from '../../format';
import { type ActivationId, activations } from '../activations';
import { explanation } from '../explanation';
import { either, letter, operandOf, row, value } from '../expression';
import type { Kind } from './kind';

/** y[i,j] = f(x[i,j]) */
export type Activation = Kind<'activation'>;

export function activation(x: string, id: ActivationId | 'none'): Activation {
  const { apply, write, formula, slope, cutsOff } = activations[id];
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
    back(reader, input, index, name) {
      const u = reader.operand(input, ...index);
      const g = reader.gradient(name, ...index);
      const by = slope(u.value);
      const about = cutsOff
        ? u.value > 0
          ? msg`u is above 0: the gradient passes unchanged.`
          : msg`u is not above 0: nothing passes.`
        : msg`The gradient times the slope of f at u = ${signed(u.value, 3)}.`;
      return explanation({
        operands: [g, u],
        value: g.value * by,
        about,
        written: row(
          operandOf(g),
          '×',
          either(row(letter('f′'), '(', operandOf(u), ')'), value(by, 3, 'f′(u)')),
        ),
      });
    },
  };
}
