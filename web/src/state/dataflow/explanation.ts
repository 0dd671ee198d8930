import type { Expression, Term } from './expression';
import type { Operand } from './reader';

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
