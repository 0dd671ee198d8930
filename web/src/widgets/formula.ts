import { html, mathml, type TemplateResult } from 'lit';
import type { Role } from '../render/color';
import { divisorText, plain, positive, signed, weight } from '../state/format';
import {
  bracketed,
  formula,
  fraction,
  number,
  operator,
  power,
  sumOver,
  writtenOut,
} from './mathml';

/** How many addends of a sum fit in a line. */
export const addends = (width: number): number => (width < 340 ? 1 : width < 520 ? 2 : 3);

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
  /** What scores are divided by: √dK, or 1. */
  readonly divisor: number;
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

const word = (text: string) => mathml`<mtext class="name">${text}</mtext>`;
const index = (letter: string) => mathml`<mi>${letter}</mi>`;

/** A term that carries its role: hovering it lights up the tensor, and back. */
function term(role: Role, letter: string, below: string | TemplateResult = '') {
  const name = mathml`<mi class="term" data-role=${role} tabindex="0">${letter}</mi>`;
  return below
    ? mathml`<msub>${name}${typeof below === 'string' ? word(below) : below}</msub>`
    : name;
}

/** √dK, or the number that scores are divided by in its place. */
function divisorOf(divisor: number, dK: number) {
  const [number, root] = divisorText(divisor, dK).split('√').reverse();
  return root === undefined
    ? mathml`<mn>${number}</mn>`
    : mathml`<msqrt><mn>${number}</mn></msqrt>`;
}

const spokenDivisor = (divisor: number, dK: number): string =>
  divisorText(divisor, dK).replace('√', 'the square root of ');

/** `r · k` under the name of the step: what it computes, with the focus word as index. */
export const stepSymbols = {
  scores: (from: string) =>
    formula(
      mathml`${term('query', 'q', from)}${operator('·')}${term('key', 'k')}`,
      `query of ${from} times key`,
    ),
  scale: (divisor: number, dK: number) =>
    formula(
      mathml`${operator('÷')}${divisorOf(divisor, dK)}`,
      `divided by ${spokenDivisor(divisor, dK)}`,
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
  const { divisor, dK } = cell;
  const root = divisorOf(divisor, dK);
  const isRoot = divisorText(divisor, dK).startsWith('√');
  const symbolic = isRoot ? mathml`<msqrt><msub><mi>d</mi><mi>k</mi></msub></msqrt>` : root;
  return {
    symbols: formula(
      mathml`<msub><mi>s</mi><mi>j</mi></msub>${operator('←')}${fraction(mathml`<msub><mi>s</mi><mi>j</mi></msub>`, symbolic)}`,
      isRoot
        ? 'each score is divided by the square root of the length of a key'
        : `each score is divided by ${plain(divisor)}`,
    ),
    numbers: formula(
      mathml`${number(signed(cell.scaled, 3))}${operator('=')}${fraction(number(signed(cell.score, 3)), root)}`,
      `${signed(cell.scaled, 3)} is ${signed(cell.score, 3)} divided by ${spokenDivisor(divisor, dK)}`,
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
