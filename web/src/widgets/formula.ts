import { css, html, mathml, type TemplateResult, unsafeCSS } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import type { Role } from '../render/color';
import * as look from '../render/palette.css';
import { divisorText, signed } from '../state/format';
import { msg } from '../words/msg';

/** The pieces that formulas are put together from. */

export const number = (text: string, role?: Role, tensor = '') =>
  mathml`<mn class=${role ? 'term' : ''} data-role=${role ?? ''} data-of=${tensor}>${text}</mn>`;

export const operator = (text: string) => mathml`<mo stretchy="false">${text}</mo>`;

export const fraction = (over: unknown, under: unknown) =>
  mathml`<mfrac><mrow>${over}</mrow><mrow>${under}</mrow></mfrac>`;

const power = (exponent: unknown) => mathml`<msup><mi>e</mi><mrow>${exponent}</mrow></msup>`;

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

/** How many addends of a sum fit in a line. */
export const addends = (width: number): number => (width < 400 ? 1 : width < 520 ? 2 : 3);

/** A formula in symbols and the same one with numbers. */
export interface Formula {
  readonly symbols: TemplateResult;
  readonly numbers: TemplateResult;
}

const word = (text: string) => mathml`<mtext class="name">${text}</mtext>`;
const index = (letter: string) => mathml`<mi>${letter}</mi>`;

/** A term that carries its role: hovering it lights up the tensor, and back. */
function term(role: Role, letter: string, below = '') {
  const name = mathml`<mi class="term" data-role=${role} tabindex="0">${letter}</mi>`;
  return below ? mathml`<msub>${name}${word(below)}</msub>` : name;
}

/** √dK, or the number that scores are divided by in its place. */
function divisorOf(divisor: number, dK: number) {
  const [number, root] = divisorText(divisor, dK).split('√').reverse();
  return root === undefined
    ? mathml`<mn>${number}</mn>`
    : mathml`<msqrt><mn>${number}</mn></msqrt>`;
}

const spokenDivisor = (divisor: number, dK: number): string =>
  divisorText(divisor, dK).replace('√', msg`the square root of `);

/** `r · k` under the name of the step: what it computes, with the focus word as index. */
export const stepSymbols = {
  scores: (from: string) =>
    formula(
      mathml`${term('query', 'q', from)}${operator('·')}${term('key', 'k')}`,
      msg`query of ${from} times key`,
    ),
  scale: (divisor: number, dK: number, biased: boolean) =>
    formula(
      mathml`${operator('÷')}${divisorOf(divisor, dK)}${biased ? mathml`${operator('+')}${index('b')}` : ''}`,
      msg`divided by ${spokenDivisor(divisor, dK)}`,
    ),
  softmax: () =>
    formula(
      mathml`${power(index('s'))}${operator('÷')}${operator('∑')}${power(index('s'))}`,
      msg`e to the s, divided by the sum of all e to the s`,
    ),
  sum: () =>
    formula(
      mathml`${operator('∑')}${term('weight', 'w')}${operator('·')}${term('value', 'v')}`,
      msg`sum of weight times value`,
    ),
};

/** The two lines as they stand under the figure; `light` hears which tensor's term is looked at. */
export function formulaLines(
  { symbols, numbers }: Formula,
  about: unknown,
  light: (tensor: string | null) => void = () => undefined,
): TemplateResult {
  const at = (event: Event) =>
    light((event.target as Element).closest<MathMLElement>('.term')?.dataset.of || null);
  const away = () => light(null);
  return html`<div
    class="formula"
    @pointerover=${at}
    @pointerleave=${away}
    @focusin=${at}
    @focusout=${away}
  >
    <div class="symbols">${symbols}</div>
    <div class="numbers">${numbers}<span class="about">${about}</span></div>
  </div>`;
}

/** A term, or an operand of an answer, has the hue of its tensor. */
const hues = unsafeCSS(
  ['query', 'key', 'value', 'weight', 'residual', 'norm', 'feed-forward']
    .map((role) => `.term[data-role='${role}'], .operand.hue-${role} { color: var(--${role}); }`)
    .join(' '),
);

export const formulaStyles = css`
  /* Nothing under 11 px. */
  math {
    font-size: 14px;
    font-family: var(--serif);
  }
  math :is(msub, msup, munder) > :nth-child(2) {
    font-size: max(11px, 0.7em);
  }
  math mn {
    font-family: var(--sans);
    font-variant-numeric: tabular-nums lining-nums;
  }
  math mtext.name {
    font-family: var(--serif);
  }
  ${hues}
  .term:is(:hover, :focus, .lit) {
    ${look.underlined}
    text-decoration-thickness: 1px;
    background: var(--sheet);
  }
  .formula {
    ${look.row}
    justify-content: center;
    align-items: center;
    gap: 4px 32px;
    margin: 10px 0 0;
    min-height: 56px;
  }
  .formula math {
    font-size: 15px;
    math-style: normal;
  }
  .formula .numbers {
    ${look.wrapping}
    justify-content: center;
    gap: 3px 14px;
  }
  .formula .numbers math {
    font-size: 14px;
  }
  /* A line of three products fits a phone, whatever their digits. */
  .formula .numbers :is(mn, mo, mtext) {
    font-size: clamp(11px, 3.1vw, 13px);
  }
  .formula .numbers :is(msup > :nth-child(2), msup > :nth-child(2) mn) {
    font-size: 11px;
  }
  .formula .about {
    ${look.quietest}
  }
  .formula button.about {
    ${look.askable}
  }
  .formula mtext.rest {
    font-family: var(--sans);
    ${look.quietest}
  }
`;
