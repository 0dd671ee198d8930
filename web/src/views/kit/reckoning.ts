import type { Dispatch } from '../../state/actions';
import { type Cell, cell } from '../../state/dataflow/cell';
import { signed } from '../../state/format';
import { msg } from '../../words/msg';
import type { FigureContext } from './hosted-figure';

/** A number that another was computed from; the page can be asked why it is so where it has a cell. */
export interface Operand {
  readonly text: string;
  readonly cell?: Cell;
  /** Under which the figure itself reckons it. */
  readonly key?: string;
}

/** One of the products or summands of a sum. */
export interface Term {
  /** Which of them it is: its number, a word. */
  readonly name: string;
  readonly factors: readonly Operand[];
  readonly value: number;
}

/** How a number that a figure computed came about, operand by operand. */
export interface Reckoning {
  readonly value: string;
  /** What it is. */
  readonly what: string;
  /** The same in letters. */
  readonly formula: string;
  /** The formula with its numbers, up to the sign of equality. */
  readonly line: readonly (string | Operand)[];
  /** A sum in it that is too long for the line. */
  readonly terms?: readonly Term[];
  /** How the terms are written. Default: `signed`, with three digits. */
  readonly write?: (x: number) => string;
}

/** What a figure's numbers are asked by: one is open at a time. */
export interface Asking {
  readonly open: string;
  ask(key: string): void;
  dispatch: Dispatch;
}

/** The numbers that can be asked, by name; each is reckoned when it is asked. */
export type Reckonings = ReadonlyMap<string, () => Reckoning>;

export const askingOf = (m: FigureContext): Asking => ({
  open: m.kept('reckoned', ''),
  ask: (key) => m.keep('reckoned', key),
  dispatch: m.dispatch,
});

/** A number of a tensor of the run on show leads on; the same place of another run does not. */
export function operandOf(
  { trace }: Pick<FigureContext, 'trace'>,
  name: string,
  index: readonly number[],
  value: number,
): Operand {
  const text = signed(value, 3);
  const there = trace.has(name) && trace.row(name, ...index.slice(0, -1))[index.at(-1) ?? 0];
  return there === value ? { text, cell: cell(name, ...index) } : { text };
}

/** Two rows of numbers, multiplied place by place. */
export const productsOf = (
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  operands: (i: number) => readonly Operand[],
): readonly Term[] =>
  Array.from(a, (x, i) => ({
    name: String(i + 1),
    factors: operands(i),
    value: x * (b[i] ?? 0),
  }));

const length = (a: ArrayLike<number>): number => Math.hypot(...Array.from(a));

/** A cosine: the product of two rows, over their lengths. */
export function cosineReckoning(
  { value, what, names }: { value: string; what: string; names: readonly [string, string] },
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  operands: (i: number) => readonly Operand[],
): Reckoning {
  const terms = productsOf(a, b, operands);
  const sum = terms.reduce((all, term) => all + term.value, 0);
  return {
    ...{ value, what, terms },
    formula: msg`a · b ÷ (|a| · |b|), a of ${names[0]}, b of ${names[1]}; |a| is the root of the sum of its squares`,
    line: [signed(sum, 3), '÷', '(', signed(length(a), 3), '×', signed(length(b), 3), ')'],
  };
}
