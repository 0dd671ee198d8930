import type { Operand, Reader } from './cell';
import type { Expression, Term } from './expression';

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
