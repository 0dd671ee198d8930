/** Passes of the page's own core that were timed on the reader's machine. */
export interface Measured {
  /** Milliseconds of one pass, by the number of words. */
  readonly times: ReadonlyMap<number, number>;
  readonly running: boolean;
  /** Why it could not be measured; empty otherwise. */
  readonly problem: string;
}

export const nothingMeasured: Measured = { times: new Map(), running: false, problem: '' };

/** The numbers of words that are timed. */
export const timedWords = [8, 16, 32, 64, 128, 256, 512] as const;

/** Models with more parameters than this take too long to make here. */
export const mostTimed = 12e6;
