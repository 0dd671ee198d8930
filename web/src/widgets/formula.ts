import { html, mathml, type TemplateResult } from 'lit';
import type { Role } from '../render/color';
import { divisorText } from '../state/format';
import { msg } from '../words/msg';
import { formula, operator, power } from './mathml';

/** How many addends of a sum fit in a line. */
export const addends = (width: number): number => (width < 340 ? 1 : width < 520 ? 2 : 3);

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
