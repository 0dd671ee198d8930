import { later, msg } from '../../../words/msg';
import { plain } from '../../format';
import type { Operand } from '../cell';
import {
  added,
  constant,
  type Explanation,
  type Expression,
  explanation,
  type Kind,
  operandOf,
  row,
} from '../explanation';

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
