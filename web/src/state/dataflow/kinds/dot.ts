import { type Explanation, explanation, total } from '../explanation';
import { operandOf, row, sumOf } from '../expression';
import type { Operand } from '../reader';

/** Σ a·b over pairs of cells, and a bias where there is one: linear, scores and mixture. */
export function dot(
  pairs: readonly (readonly [Operand, Operand])[],
  bias: Operand | null = null,
): Explanation {
  const terms = pairs.map((factors) => ({ factors, value: factors[0].value * factors[1].value }));
  const [first] = pairs;
  const one = first ? row(operandOf(first[0], 'i'), operandOf(first[1], 'i')) : row();
  return explanation({
    operands: [...pairs.flat(), ...(bias ? [bias] : [])],
    value: total(terms.map((term) => term.value)) + (bias?.value ?? 0),
    written: row(sumOf(one, terms), ...(bias ? ['+', operandOf(bias)] : [])),
    list: { kind: 'terms', terms },
  });
}
