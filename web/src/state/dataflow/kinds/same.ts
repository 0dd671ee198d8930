import { later, msg } from '../../../words/msg';
import { plain } from '../../format';
import { type Explanation, explanation } from '../explanation';
import { constant, operandOf, row } from '../expression';
import type { Operand } from '../reader';
import type { Kind } from './kind';

/** y = x: the same numbers under another name. */
export interface Same extends Kind<'same'> {
  readonly x: string;
}

/** A gradient that is passed on, times the gain where there is one. */
export function passed(g: Operand, gain = 1): Explanation {
  const times = gain === 1 ? [] : ['×', constant(plain(gain))];
  return explanation({
    operands: [g],
    value: gain * g.value,
    about: gain === 1 ? msg`The gradient is passed on unchanged.` : '',
    written: row(operandOf(g), ...times),
  });
}

export function same(
  x: string,
  about: string = later('The same number under another name.'),
): Same {
  return {
    kind: 'same',
    inputs: [x],
    x,
    explain(reader, index) {
      const operand = reader.operand(x, ...index);
      return explanation({
        operands: [operand],
        value: operand.value,
        about: msg(about),
        written: operandOf(operand),
      });
    },
    back: (reader, _input, index, name) => passed(reader.gradient(name, ...index)),
  };
}
