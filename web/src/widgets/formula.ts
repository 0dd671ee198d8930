import { html, mathml, type TemplateResult } from 'lit';
import type { Role } from '../render/color';
import { positive, signed, weight } from '../render/format';

/** A formula in symbols and the same one with numbers. */
export interface Formula {
  readonly symbols: TemplateResult;
  readonly numbers: TemplateResult;
}

/** The numbers of one cell: the focus word `from` looking at the word `to`. */
export interface CellNumbers {
  readonly from: string;
  readonly to: string;
  readonly dK: number;
  readonly query: ArrayLike<number>;
  readonly key: ArrayLike<number>;
  readonly products: readonly number[];
  readonly score: number;
  readonly scaled: number;
  readonly shift: number;
  readonly power: number;
  readonly sum: number;
  readonly weight: number;
}

/** A term that carries its role: hovering it lights up the tensor, and back. */
function term(role: Role, letter: string, below: string | TemplateResult = '') {
  const name = mathml`<mi class="term" data-role=${role}>${letter}</mi>`;
  return below
    ? mathml`<msub>${name}${typeof below === 'string' ? word(below) : below}</msub>`
    : name;
}

const word = (text: string) => mathml`<mtext class="name">${text}</mtext>`;
const number = (text: string, role?: Role) =>
  mathml`<mn class=${role ? 'term' : ''} data-role=${role ?? ''}>${text}</mn>`;
const operator = (text: string) => mathml`<mo>${text}</mo>`;
const index = (letter: string) => mathml`<mi>${letter}</mi>`;
const fraction = (over: unknown, under: unknown) =>
  mathml`<mfrac><mrow>${over}</mrow><mrow>${under}</mrow></mfrac>`;
const power = (exponent: unknown) => mathml`<msup><mi>e</mi><mrow>${exponent}</mrow></msup>`;
const sumOver = (letter: string) => mathml`<munder><mo>∑</mo><mi>${letter}</mi></munder>`;

function formula(content: unknown, label: string): TemplateResult {
  return html`<math aria-label=${label}><mrow>${content}</mrow></math>`;
}

/** `r · k` under the name of the step: what it computes, with the focus word as index. */
export const stepSymbols = {
  scores: (from: string) =>
    formula(
      mathml`${term('query', 'q', from)}${operator('·')}${term('key', 'k')}`,
      `query of ${from} times key`,
    ),
  scale: (dK: number) =>
    formula(
      mathml`${operator('÷')}<msqrt><mn>${dK}</mn></msqrt>`,
      `divided by the square root of ${dK}`,
    ),
  softmax: () =>
    formula(
      mathml`${power(index('s'))}${operator('÷')}${operator('∑')}${power(index('s'))}`,
      'e to the s, divided by the sum of all e to the s',
    ),
  sum: () =>
    formula(
      mathml`${operator('∑')}${term('weight', 'w')}${operator('·')}${term('value', 'v')}`,
      'sum of weight times value',
    ),
};

/** An addend in a sum that is written out: a negative number stands in parentheses. */
function bracketed(text: string, role: Role) {
  const inner = number(text, role);
  return text.startsWith('\u2212') ? mathml`<mo>(</mo>${inner}<mo>)</mo>` : inner;
}

/** The largest products first, until `shown`; the rest as one number. */
function writtenOut(
  products: readonly number[],
  shown: number,
  pair: (i: number) => TemplateResult,
): TemplateResult {
  const order = products.map((_, i) => i).sort((a, b) => size(products, b) - size(products, a));
  const parts = order
    .slice(0, shown)
    .map((i, place) => mathml`${place ? operator('+') : ''}${pair(i)}`);
  const rest = order.slice(shown);
  const left = rest.reduce((total, i) => total + (products[i] ?? 0), 0);
  if (rest.length === 0) return mathml`${parts}`;
  return mathml`${parts}${operator(left < 0 ? '−' : '+')}${number(signed(Math.abs(left)))}
    <mtext class="rest">&nbsp;from ${rest.length} more</mtext>`;
}

const size = (values: readonly number[], i: number) => Math.abs(values[i] ?? 0);

export function scoreFormula(cell: CellNumbers, shown: number): Formula {
  const pair = (i: number) =>
    mathml`${bracketed(signed(cell.query[i] ?? 0), 'query')}${operator('×')}${bracketed(signed(cell.key[i] ?? 0), 'key')}`;
  return {
    symbols: formula(
      mathml`<msub>${index('s')}<mi>j</mi></msub>${operator('=')}${term('query', 'q', cell.from)}
        ${operator('·')}${term('key', 'k', index('j'))}${operator('=')}${sumOver('i')}
        <msub>${term('query', 'q')}<mi>i</mi></msub><msub>${term('key', 'k')}<mi>i</mi></msub>`,
      `the score is the query of ${cell.from} times the key, summed over their numbers`,
    ),
    numbers: formula(
      mathml`${number(signed(cell.score))}${operator('=')}${writtenOut(cell.products, shown, pair)}`,
      `${signed(cell.score)} for ${cell.to}`,
    ),
  };
}

export function scaleFormula(cell: CellNumbers): Formula {
  const root = mathml`<msqrt><mn>${cell.dK}</mn></msqrt>`;
  const symbolic = mathml`<msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt>`;
  return {
    symbols: formula(
      mathml`<msub><mi>s</mi><mi>j</mi></msub>${operator('←')}${fraction(mathml`<msub><mi>s</mi><mi>j</mi></msub>`, symbolic)}`,
      'each score is divided by the square root of the length of a key',
    ),
    numbers: formula(
      mathml`${number(signed(cell.scaled, 3))}${operator('=')}${fraction(number(signed(cell.score, 3)), root)}`,
      `${signed(cell.scaled, 3)} is ${signed(cell.score, 3)} divided by the square root of ${cell.dK}`,
    ),
  };
}

/** The exponent, less the shift where one was needed to keep e^s within range. */
function exponent(s: unknown, shift: number, max: unknown) {
  return shift === 0 ? mathml`${s}` : mathml`${s}${operator('−')}${max}`;
}

export function softmaxFormula(cell: CellNumbers): Formula {
  const top = mathml`<mi>max</mi>`;
  const of = (letter: string) =>
    power(exponent(mathml`<msub><mi>s</mi><mi>${letter}</mi></msub>`, cell.shift, top));
  const value = power(
    exponent(number(signed(cell.scaled, 3)), cell.shift, bracketless(cell.shift)),
  );
  return {
    symbols: formula(
      mathml`${term('weight', 'w', index('j'))}${operator('=')}${fraction(of('j'), mathml`${sumOver('i')}${of('i')}`)}`,
      'each weight is e to the score, divided by the sum of all e to the score',
    ),
    numbers: formula(
      mathml`${number(weight(cell.weight), 'weight')}${operator('=')}
        ${fraction(value, number(positive(cell.sum)))}${operator('=')}
        ${fraction(number(positive(cell.power)), number(positive(cell.sum)))}`,
      `${weight(cell.weight)} is ${positive(cell.power)} divided by ${positive(cell.sum)}`,
    ),
  };
}

const bracketless = (shift: number) => number(signed(shift, 3));

/** One number of the output: its index from 1, the weights and the values' numbers at that index. */
export interface SumNumbers {
  readonly from: string;
  readonly index: number;
  readonly output: number;
  readonly weights: ArrayLike<number>;
  readonly values: readonly number[];
}

export function sumFormula(cell: SumNumbers, shown: number): Formula {
  const products = cell.values.map((v, j) => v * (cell.weights[j] ?? 0));
  const pair = (j: number) =>
    mathml`${number(weight(cell.weights[j] ?? 0), 'weight')}${operator('×')}${bracketed(signed(cell.values[j] ?? 0), 'value')}`;
  return {
    symbols: formula(
      mathml`${term('value', 'z', cell.from)}${operator('=')}${sumOver('j')}
        ${term('weight', 'w', index('j'))}${term('value', 'v', index('j'))}`,
      `the output for ${cell.from} is the sum of weight times value over all words`,
    ),
    numbers: formula(
      mathml`${number(signed(cell.output), 'value')}${operator('=')}${writtenOut(products, shown, pair)}`,
      `number ${cell.index} of the output is ${signed(cell.output)}`,
    ),
  };
}

/** The two lines as they stand under the figure. */
export function formulaLines({ symbols, numbers }: Formula, about: string): TemplateResult {
  return html`<div class="formula">
    <div class="symbols">${symbols}</div>
    <div class="numbers">${numbers}<span class="about">${about}</span></div>
  </div>`;
}
