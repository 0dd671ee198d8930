import type { Trace } from '../../model/trace';

/** Mean and standard deviation of some numbers. */
export interface Statistics {
  readonly mean: number;
  readonly deviation: number;
}

/** `eps` is added to the variance, as in the norms of the model. */
export function statisticsOf(values: ArrayLike<number>, eps: number): Statistics {
  const all = Array.from(values);
  const mean = all.reduce((sum, x) => sum + x, 0) / (all.length || 1);
  const variance = all.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (all.length || 1);
  return { mean, deviation: Math.sqrt(variance + eps) };
}

/** What both norms make of one number of one word, in a batch of sentences. */
export interface Compared {
  readonly sentences: number;
  /** Over the numbers of this word. */
  readonly layer: Statistics;
  /** Over this number of all words of all sentences. */
  readonly batch: Statistics;
  /** The number, less the mean and over the deviation: before what the norm has learned. */
  readonly byLayer: number;
  readonly byBatch: number;
}

/** The numbers that a norm reads, one row a word. */
export const inputOf = (trace: Trace, layer: number) =>
  trace.tensor(`layers.${layer}.attention.residual`);

/** One number of every word of a sentence. */
export function column(trace: Trace, layer: number, index: number): readonly number[] {
  const { shape, data } = inputOf(trace, layer);
  const [rows = 0, width = 1] = shape;
  return Array.from({ length: rows }, (_, row) => data[row * width + index] ?? 0);
}

export interface Place {
  readonly layer: number;
  readonly token: number;
  /** Which number of the word. */
  readonly index: number;
  readonly eps: number;
}

/** With the first sentence alone, with the first two, and so on; the word is one of the first. */
export function compared(batch: readonly Trace[], place: Place): readonly Compared[] {
  const [own] = batch;
  if (!own) return [];
  const { layer, token, index, eps } = place;
  const row = own.row(`layers.${layer}.attention.residual`, token);
  const x = row[index] ?? 0;
  const byWord = statisticsOf(row, eps);
  const columns = batch.map((trace) => column(trace, layer, index));
  return batch.map((_, i) => {
    const batchwise = statisticsOf(columns.slice(0, i + 1).flat(), eps);
    return {
      ...{ sentences: i + 1, layer: byWord, batch: batchwise },
      byLayer: (x - byWord.mean) / byWord.deviation,
      byBatch: (x - batchwise.mean) / batchwise.deviation,
    };
  });
}
