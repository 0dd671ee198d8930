import type { Operand, Reader } from './cell';

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
type Part = Expression | string;

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

/** Where a number comes from: its arithmetic with the real operands. */
export interface Explanation {
  /** Every number that it reads, in the order of the formula. */
  readonly operands: readonly Operand[];
  /** The number that the operands lead to, in double precision. */
  readonly value: number;
  /** What the formula does, in a sentence; empty where the formula says it. */
  readonly about: string;
  /** The formula's right side; null for what is not computed. */
  readonly written: Expression | null;
  /** What is too long for a line of its own. */
  readonly list: Terms | Powers | Numbers | null;
}

/** The products that a dot product adds up. */
export interface Terms {
  readonly kind: 'terms';
  readonly terms: readonly Term[];
}

/** The scores of a softmax, each with its power of e. */
export interface Powers extends Exponentials {
  readonly kind: 'powers';
  readonly scores: readonly Operand[];
  /** Which of the scores is the cell's own. */
  readonly own: number;
  /** What each score is divided by, √dK; 1 where scores are not scaled. */
  readonly divisor: number;
  /** What is added to each of them once it is divided, by ALiBi. */
  readonly biases?: readonly number[];
}

export interface Exponentials {
  /** Taken off every scaled score so that no power overflows; 0 where none would. */
  readonly shift: number;
  /** e^(scaled − shift); 0 for a key that takes no part. */
  readonly powers: readonly number[];
  readonly sum: number;
}

/** Numbers that the formula takes together as one. */
export interface Numbers {
  readonly kind: 'numbers';
  readonly numbers: readonly Operand[];
}

/** An explanation of which a kind of arithmetic gives only what it has. */
export function explanation(
  given: Pick<Explanation, 'operands' | 'value'> & Partial<Explanation>,
): Explanation {
  return { about: '', written: null, list: null, ...given };
}

export const total = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0);

/**
 * How a tensor is computed. Names are those of the trace and of the model file; in the formulas of
 * the kinds i is a token, j a dimension, h a head, k a key.
 */
export interface Kind<Name extends string> {
  readonly kind: Name;
  /** The names that it reads: tensors of the trace, then parameters. */
  readonly inputs: readonly string[];
  /**
   * The arithmetic of one cell of the tensor `name`.
   * @throws {Error} where a parameter that it reads has not been fetched.
   */
  explain(reader: Reader, index: readonly number[], name: string): Explanation;
  /**
   * What the gradient of the input's cell at `index` gets from this tensor, `name`: the gradients of
   * the cells that read it, each times what that cell changes by with it. Null where it gets nothing.
   */
  back?(reader: Reader, input: string, index: readonly number[], name: string): Explanation | null;
}
