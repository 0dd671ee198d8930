import { msg } from '../../../words/msg';
import { type Explanation, explanation, total } from '../explanation';
import { constant, either, fraction, letter, power, root, row, sumOf, value } from '../expression';
import type { Operand } from '../reader';

const lengthOf = (numbers: readonly Operand[]): number =>
  Math.hypot(...numbers.map((each) => each.value));

const lengthIn = (name: string) => root(sumOf(power(letter(`${name}_i`), constant(2))));

/** a · b ÷ (|a| · |b|) */
export function cosine(a: readonly Operand[], b: readonly Operand[]): Explanation {
  const terms = a.map((each, i) => {
    const factors = [each, b[i] as Operand];
    return { factors, value: each.value * (b[i]?.value ?? 0) };
  });
  const product = total(terms.map((term) => term.value));
  const [m, n] = [lengthOf(a), lengthOf(b)];
  return explanation({
    operands: [...a, ...b],
    value: product / (m * n),
    about: msg`The dot product of two vectors, divided by their lengths.`,
    written: either(
      fraction(
        sumOf(row(letter('a_i'), '·', letter('b_i'))),
        row(lengthIn('a'), '·', lengthIn('b')),
      ),
      fraction(value(product), row('(', value(m), '×', value(n), ')')),
    ),
    list: { kind: 'terms', terms },
  });
}
