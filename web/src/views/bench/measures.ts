import { lengthOf } from '../../state/vector';
import type { RunUnderTest } from './run-under-test';

/** The least and the largest of some numbers; NaN where one of them is NaN. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

export const rangeOf = (values: readonly number[]): Range =>
  values.reduce(({ least, most }, x) => ({ least: Math.min(least, x), most: Math.max(most, x) }), {
    least: Number.POSITIVE_INFINITY,
    most: Number.NEGATIVE_INFINITY,
  });

export const sumOf = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((total, x) => total + x, 0);

export const meanOf = (values: ArrayLike<number>): number => sumOf(values) / values.length;

export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return rangeOf(Array.from(a, (x, i) => Math.abs(x - (b[i] ?? Number.NaN)))).most;
}

/** How far two vectors are apart. */
export const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  lengthOf(Array.from(a, (x, i) => x - (b[i] ?? Number.NaN)));

const column = (rows: readonly Float32Array[], key: number): readonly number[] =>
  rows.map((row) => row[key] ?? Number.NaN);

/** What each row of a head's weights adds to, and each column. */
export const rowSums = (rows: readonly Float32Array[]): readonly number[] => rows.map(sumOf);

export const columnSums = (rows: readonly Float32Array[]): readonly number[] =>
  rows.map((_, key) => sumOf(column(rows, key)));

/** How near 1 counts as 1. */
export const nearOne = 0.01;

export const addsToOne = (sum: number): boolean => Math.abs(sum - 1) <= nearOne;

/** Weights below this tell little of the scores that they were made of. */
const leastWeight = 1e-6;

/** What scores were divided by, read off two of them and their weights; NaN where they tell nothing. */
function dividedBy(scores: readonly number[], weights: readonly number[]): number {
  const places = weights.map((_, i) => i).filter((i) => (weights[i] ?? 0) > leastWeight);
  const by = (i: number) => scores[i] ?? 0;
  const sorted = [...places].sort((a, b) => by(a) - by(b));
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const logs = Math.log((weights[high] ?? 0) / (weights[low] ?? 0));
  return (by(high) - by(low)) / logs;
}

const middle = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/**
 * What the scores of the head looked at were divided by before the softmax. It is read off the weights:
 * of two scores s and t of one softmax, w_s ÷ w_t = e^((s − t) ÷ divisor).
 */
export function divisorOf(run: RunUnderTest): number {
  const weights = run.weights();
  const scores = run.tokens.map((_, query) =>
    run.row('layers.{l}.attention.scores', run.head, query),
  );
  const over = (line: (rows: readonly Float32Array[], i: number) => readonly number[]) => {
    const found = run.tokens.map((_, i) => dividedBy(line(scores, i), line(weights, i)));
    return found.filter((each) => Number.isFinite(each) && each > 0);
  };
  const spread = (found: readonly number[]) =>
    found.length > 1 ? Math.max(...found) / Math.min(...found) : Number.POSITIVE_INFINITY;
  const byRows = over((rows, i) => Array.from(rows[i] ?? []));
  const byColumns = over(column);
  return middle(spread(byRows) <= spread(byColumns) ? byRows : byColumns);
}
