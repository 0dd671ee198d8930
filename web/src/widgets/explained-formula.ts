import { mathml, type TemplateResult } from 'lit';
import { type Cell, isGradient, type Operand } from '../state/dataflow/cell';
import type { Explanation, Expression, Term } from '../state/dataflow/explanation';
import { type Context, nameOf } from '../state/dataflow/naming';
import { fine, positive, signed, weight } from '../state/format';
import {
  bracketed,
  type Formula,
  formula,
  fraction,
  number,
  operator,
  sumOver,
  writtenOut,
} from './formula';

/** A cell whose arithmetic is written out. */
export interface WorkedCell {
  readonly cell: Cell;
  readonly value: number;
  readonly explanation: Pick<Explanation, 'written'>;
  /** The left side, where no cell holds what is computed. */
  readonly left?: Expression;
  readonly context: Context;
  /** The tensor that is looked at, in the picture or here: its terms are marked. */
  readonly lit: string | null;
}

/** What reads differently in symbols and in numbers. */
interface Notation {
  operand(operand: Operand, index: string): TemplateResult;
  sum(of: Expression, terms: readonly Term[]): TemplateResult;
  either(of: Extract<Expression, { kind: 'either' }>): Expression;
}

/** The one way from an expression to MathML. */
function write(e: Expression, notation: Notation): TemplateResult {
  const inner = (part: Expression) => write(part, notation);
  switch (e.kind) {
    case 'operand':
      return notation.operand(e.operand, e.index);
    case 'value':
      return number(signed(e.value, e.digits));
    case 'positive':
      return number(positive(e.value));
    case 'constant':
      return number(e.text);
    case 'letter':
      return mathml`<mi>${e.text}</mi>`;
    case 'operator':
      return operator(e.text);
    case 'row':
      return mathml`${e.parts.map(inner)}`;
    case 'fraction':
      return fraction(inner(e.over), inner(e.under));
    case 'power':
      return mathml`<msup><mrow>${inner(e.base)}</mrow><mrow>${inner(e.exponent)}</mrow></msup>`;
    case 'root':
      return mathml`<msqrt>${inner(e.of)}</msqrt>`;
    case 'sum':
      return notation.sum(e.of, e.terms);
    case 'either':
      return inner(notation.either(e));
  }
}

/** "W_Q" with its Q lowered, and an index behind it. */
function symbol({ cell }: Operand, { context, lit }: WorkedCell, index = ''): TemplateResult {
  const { symbol: name, role } = nameOf(cell, context);
  const [letter, below = ''] = name.split('_');
  const script = [below, index].filter(Boolean).join(',');
  const written = mathml`<mi>${letter}</mi>`;
  return mathml`<mrow class="term ${cell.name === lit ? 'lit' : ''}" tabindex="0"
    data-role=${role} data-of=${cell.name}>
    ${script ? mathml`<msub>${written}<mi>${script}</mi></msub>` : written}</mrow>`;
}

function symbols(spelt: WorkedCell): Notation {
  const notation: Notation = {
    operand: (operand, index) => symbol(operand, spelt, index),
    sum: (of) => mathml`${sumOver('i')}${write(of, notation)}`,
    either: (e) => e.symbols,
  };
  return notation;
}

/** As its kind of number is written: weights as `.521`. */
function digits(name: string, value: number): string {
  if (isGradient(name)) return fine(value);
  return name.endsWith('.weights') ? weight(value) : signed(value);
}

/** Of a long sum, so many terms are written out. */
function numbers({ context, cell: asked }: WorkedCell, shown: number): Notation {
  const operand = ({ cell, value }: Operand) =>
    bracketed(digits(cell.name, value), nameOf(cell, context).role, cell.name);
  return {
    operand,
    sum: (_, terms) =>
      writtenOut(
        terms.map(({ value }) => value),
        shown,
        (i) =>
          mathml`${terms[i]?.factors.map((each, place) => mathml`${place ? operator('×') : ''}${operand(each)}`)}`,
        isGradient(asked.name) ? fine : (x) => signed(x),
      ),
    either: (e) => e.numbers,
  };
}

/** How a cell was computed, in symbols and with its numbers; null for one that was not. */
export function explainedFormula(spelt: WorkedCell, shown: number): Formula | null {
  const { cell, value, context, left } = spelt;
  const { written } = spelt.explanation;
  if (!written) return null;
  const [inSymbols, inNumbers] = [symbols(spelt), numbers(spelt, shown)];
  const name = left ? write(left, inSymbols) : symbol({ cell, value }, spelt);
  const result = left
    ? write(left, inNumbers)
    : number(digits(cell.name, value), nameOf(cell, context).role, cell.name);
  return {
    symbols: formula(mathml`${name}${operator('=')}${write(written, inSymbols)}`),
    numbers: formula(mathml`${result}${operator('=')}${write(written, inNumbers)}`),
  };
}
