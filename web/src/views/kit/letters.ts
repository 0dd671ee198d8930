import { type Explanation, explanation } from '../../state/dataflow/explanation';
import {
  constant,
  type Expression,
  either,
  letter,
  power,
  row,
} from '../../state/dataflow/expression';
import { grouped } from '../../words/language';

/** The numbers that the letters of a formula stand for. */
export type Letters = Readonly<Record<string, number>>;

/** `L · (4·d² + 4·d)` as an expression: in symbols as it stands, in numbers with what its letters are. */
function parsed(formula: string, letters: Letters, write: (x: number) => string): Expression {
  const parts = formula.matchAll(/\p{L}+(?:_\p{L}+)?|\d+(?:[.,]\d+)*|[²₂]|\S/gu);
  const out: (Expression | string)[] = [];
  for (const [text] of parts) {
    const last = out.at(-1);
    const value = letters[text];
    if (text === '²' && typeof last === 'object' && last.kind === 'either')
      out[out.length - 1] = either(
        power(last.symbols, constant(2)),
        row(last.numbers, '·', last.numbers),
      );
    else if (value !== undefined) out.push(either(letter(text), constant(write(value))));
    else if (/^\p{L}/u.test(text)) out.push(letter(text));
    else out.push(/^\d/.test(text) ? constant(text) : text);
  }
  return row(...out);
}

/** A number that is computed from sizes alone. */
export const inLetters = (
  formula: string,
  value: number,
  letters: Letters,
  { about = '', write = grouped }: { about?: string; write?: (x: number) => string } = {},
): Explanation =>
  explanation({ operands: [], value, about, written: parsed(formula, letters, write) });
