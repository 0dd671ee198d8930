import type { Operand } from './cell';

/**
 * The right side of a formula as data. A widget writes it in symbols ("x · W + b") or in numbers;
 * what reads differently in the two is an `either`.
 */
export type Expression =
  /** Its symbol, with an index such as "i" where the sum runs over it, or its number. */
  | { readonly kind: 'operand'; readonly operand: Operand; readonly index: string }
  /** A number that no cell holds, with what it is. */
  | { readonly kind: 'value'; readonly value: number; readonly digits: number; readonly of: string }
  /** The same for powers of e: positive and of any size. */
  | { readonly kind: 'positive'; readonly value: number }
  /** A constant as it is written. */
  | { readonly kind: 'constant'; readonly text: string }
  | { readonly kind: 'letter'; readonly text: string }
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'row'; readonly parts: readonly Expression[] }
  | { readonly kind: 'fraction'; readonly over: Expression; readonly under: Expression }
  | { readonly kind: 'power'; readonly base: Expression; readonly exponent: Expression }
  | { readonly kind: 'root'; readonly of: Expression }
  /** ∑ᵢ of one term in symbols; its terms in numbers. */
  | { readonly kind: 'sum'; readonly of: Expression; readonly terms: readonly Term[] }
  | { readonly kind: 'either'; readonly symbols: Expression; readonly numbers: Expression };

/** One term of a sum: a number, or a product of two. */
export interface Term {
  readonly factors: readonly Operand[];
  readonly value: number;
  /** What it is called, where it is not by its place in the sum: a word. */
  readonly name?: string;
  /** Its arithmetic, where it is no product. */
  readonly written?: Expression;
}

/** What a row is made of: a string is an operator. */
export type Part = Expression | string;

export const operandOf = (operand: Operand, index = ''): Expression => ({
  kind: 'operand',
  operand,
  index,
});

export const value = (x: number, digits = 3, of = ''): Expression => ({
  kind: 'value',
  value: x,
  digits,
  of,
});

export const positiveValue = (x: number): Expression => ({ kind: 'positive', value: x });

export const constant = (text: string | number): Expression => ({
  kind: 'constant',
  text: String(text),
});

export const letter = (text: string): Expression => ({ kind: 'letter', text });

export function row(...parts: readonly Part[]): Expression {
  const written = parts.map(
    (part): Expression => (typeof part === 'string' ? { kind: 'operator', text: part } : part),
  );
  return { kind: 'row', parts: written };
}

export const fraction = (over: Expression, under: Expression): Expression => ({
  kind: 'fraction',
  over,
  under,
});

export const power = (base: Expression, exponent: Expression): Expression => ({
  kind: 'power',
  base,
  exponent,
});

export const root = (of: Expression): Expression => ({ kind: 'root', of });

export const sumOf = (of: Expression, terms: readonly Term[] = []): Expression => ({
  kind: 'sum',
  of,
  terms,
});

export const either = (symbols: Expression, numbers: Expression): Expression => ({
  kind: 'either',
  symbols,
  numbers,
});

/** Addends with a plus between them. */
export function added(addends: readonly Expression[]): Expression {
  return row(...addends.flatMap((addend, i): Part[] => (i > 0 ? ['+', addend] : [addend])));
}
