import { html, type TemplateResult } from 'lit';
import type { Role } from '../render/color';
import { styled } from '../render/styled';
import { divisorText, positive, signed, weight } from '../state/format';
import type { WeightChain } from '../state/weight-chain';
import { msg } from '../words/msg';

/** `√16`: what scores are divided by. */
export const divisorOf = (n: WeightChain): string => divisorText(n.divisor, n.dK);

const divisorInWords = (n: WeightChain): string =>
  divisorOf(n).replace('√', msg`the square root of `);

/** The chain in words, for whoever cannot see the tree. */
export function whyInWords(n: WeightChain): string {
  const power =
    n.shift === 0 ? signed(n.scaled, 3) : `(${signed(n.scaled, 3)} − ${signed(n.shift, 3)})`;
  return (
    msg`${weight(n.weight, 4)} is ${positive(n.power)} divided by ${positive(n.sum)}. ` +
    msg`${positive(n.power)} is e to the ${power}, ${positive(n.sum)} the sum over ${n.terms.length} words. ` +
    (n.divisor === 1
      ? ''
      : msg`${signed(n.scaled, 3)} is the score ${signed(n.score, 3)} divided by ${divisorInWords(n)}. `) +
    msg`The score adds up ${n.dK} products of the query of ${n.from} and the key of ${n.to}.`
  );
}

/** How a list of products is set: columns beside each other, and decimals. */
export interface OperandGrid {
  readonly columns: number;
  readonly digits: number;
}

type Operands = Pick<WeightChain, 'query' | 'key' | 'products'>;

const letter = 5.7;
const columnGap = 14;

function lineLength(n: Operands, digits: number): number {
  const line = (p: number, i: number) =>
    signed(n.query[i] ?? 0, digits) + signed(n.key[i] ?? 0, digits) + signed(p, digits);
  return Math.max(...n.products.map((p, i) => line(p, i).length)) + 6;
}

/** Three decimals where two columns of them fit, else two. */
export function operandGrid(n: Operands, width: number): OperandGrid {
  const fit = (digits: number) =>
    Math.floor((width + columnGap) / (lineLength(n, digits) * letter + columnGap));
  const digits = fit(3) >= 2 ? 3 : 2;
  return { columns: Math.max(1, fit(digits)), digits };
}

/** `−2.003 × −1.921 = 3.848`, one line per product. */
export function operands(n: WeightChain, { columns, digits }: OperandGrid): TemplateResult {
  const part = (role: Role, value: number) =>
    html`<span class="term" data-role=${role}>${signed(value, digits)}</span>`;
  return html`<ol
    class="operands"
    style=${styled({ gridTemplateColumns: `repeat(${columns}, 1fr)` })}
    aria-label=${msg`The ${n.dK} products`}
  >
    ${n.products.map(
      (product, i) => html`<li>
        ${part('query', n.query[i] ?? 0)} × ${part('key', n.key[i] ?? 0)} =
        <b>${signed(product, digits)}</b>
      </li>`,
    )}
  </ol>`;
}
