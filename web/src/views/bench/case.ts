import type { Cell } from '../../state/dataflow/cell';
import type { RunUnderTest } from './run-under-test';

/** What a check of one part of the encoder finds in a run. */
export interface Finding {
  /** The part does what it should. */
  readonly fine: boolean;
  /** What was measured, as a sentence. */
  readonly says: string;
}

/** The runs of a case, of the reader's sentence at the place that is looked at. */
export interface Evidence {
  /** The reader's word. */
  readonly token: number;
  readonly broken: RunUnderTest;
  readonly right: RunUnderTest;
}

/** The weights of a head, with the sums of rows and columns at its edges. */
export interface MatrixPicture {
  readonly kind: 'matrix';
  readonly layer: number;
  readonly head: number;
}

export interface PictureRow {
  readonly label: string;
  /** Where the row is of a word: of a long text, rows of those near the focus are drawn. */
  readonly token?: number;
  /** A number for each column. */
  readonly broken: readonly number[];
  readonly right: readonly number[];
}

/** Rows of numbers; those of the last column are drawn as bars too. */
export interface RowsPicture {
  readonly kind: 'rows';
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly PictureRow[];
  /** What every bar should reach. */
  readonly rule?: { readonly at: number; readonly label: string };
  readonly write: (x: number) => string;
}

export type Picture = MatrixPicture | RowsPicture;

/**
 * A bug of the trade: the model is run with it and without, and every sentence is made of what the two
 * runs measured. One file in `cases/`, which is named as the case is in addresses.
 */
export interface Case {
  /** Its place among the cases, which need not be a whole number. */
  readonly place: number;
  /** Options of the core: with the bug, and without where that is not the model's own way. */
  readonly broken: string;
  readonly right?: string;
  /** What is encoded, where it is not the reader's sentence as it is. */
  readonly text?: (sentence: string) => string;
  /** A second text, which is run both ways too. */
  readonly other?: (sentence: string) => string;
  /** The head or word to look at, where it is not the one that the reader has chosen. */
  readonly look?: (m: Evidence) => Partial<Pick<RunUnderTest, 'layer' | 'head' | 'token'>>;
  readonly picture: (m: Evidence) => Picture;
  /** A number in which the bug shows when it is asked "why?". */
  readonly ask: (run: RunUnderTest) => Cell;
  /** The bug as one of the answers that a reader chooses from; marked with `later`. */
  readonly guess: string;
  /** The answers of this case: names of cases, its own among them. */
  readonly guesses: readonly string[];
  /** Whether the part that this case is about works in a run, of this case or of any other. */
  readonly check: (run: RunUnderTest, right: RunUnderTest) => Finding;
  readonly symptom: (m: Evidence) => string;
  readonly healed: (m: Evidence) => string;
  /** Lines of C++. */
  readonly wrongLine: string;
  readonly rightLine: string;
  /** What to test, for where the answer does not show the bug: `later('test the sums')`. */
  readonly test: string;
}
