import { html, mathml, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Role } from '../render/color';
import { signed } from '../state/format';
import { msg } from '../words/msg';

/** The pieces that formulas are put together from. */

export const number = (text: string, role?: Role, tensor = '') =>
  mathml`<mn class=${role ? 'term' : ''} data-role=${role ?? ''} data-of=${tensor}>${text}</mn>`;

export const operator = (text: string) => mathml`<mo stretchy="false">${text}</mo>`;

export const fraction = (over: unknown, under: unknown) =>
  mathml`<mfrac><mrow>${over}</mrow><mrow>${under}</mrow></mfrac>`;

export const power = (exponent: unknown) => mathml`<msup><mi>e</mi><mrow>${exponent}</mrow></msup>`;

export const sumOver = (letter: string) => mathml`<munder><mo>∑</mo><mi>${letter}</mi></munder>`;

/** Without a label it is read as the mathematics that it is. */
export function formula(content: unknown, label?: string): TemplateResult {
  return html`<math aria-label=${ifDefined(label)}><mrow>${content}</mrow></math>`;
}

/** A number inside a sum or a product: a negative one is in parentheses. */
export function bracketed(text: string, role?: Role, tensor?: string): TemplateResult {
  const inner = number(text, role, tensor);
  return text.startsWith('\u2212') ? mathml`${operator('(')}${inner}${operator(')')}` : inner;
}

/** The largest products first, until `shown`; the rest as one number. */
export function writtenOut(
  products: readonly number[],
  shown: number,
  pair: (i: number) => TemplateResult,
  write: (x: number) => string = (x) => signed(x),
): TemplateResult {
  const order = products.map((_, i) => i).sort((a, b) => size(products, b) - size(products, a));
  const parts = order
    .slice(0, shown)
    .map((i, place) => mathml`${place ? operator('+') : ''}${pair(i)}`);
  const rest = order.slice(shown);
  const left = rest.reduce((total, i) => total + (products[i] ?? 0), 0);
  if (rest.length === 0) return mathml`${parts}`;
  return mathml`${parts}${operator(left < 0 ? '−' : '+')}${number(write(Math.abs(left)))}
    <mtext class="rest">&nbsp;${msg`from ${rest.length} more`}</mtext>`;
}

const size = (values: readonly number[], i: number) => Math.abs(values[i] ?? 0);
