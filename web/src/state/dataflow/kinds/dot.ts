import { type Explanation, explanation, total } from '../explanation';
import { operandOf, row, sumOf } from '../expression';
import type { Operand } from '../reader';

/** Σ a·b over cells, and a bias where there is one: linear, scores and mixture. */
export function dot(
  pairs: readonly (readonly Operand[])[],
  bias: Operand | null = null,
): Explanation {
  const terms = pairs.map((factors) => ({
    factors,
    value: factors.reduce((product, { value }) => product * value, 1),
  }));
  const one = row(...(pairs[0] ?? []).map((factor) => operandOf(factor, 'i')));
  return explanation({
    operands: [...pairs.flat(), ...(bias ? [bias] : [])],
    value: total(terms.map((term) => term.value)) + (bias?.value ?? 0),
    written: row(sumOf(one, terms), ...(bias ? ['+', operandOf(bias)] : [])),
    list: { kind: 'terms', terms },
  });
}
