/** Matrices of long texts in small: neighbouring words share a row, so that a picture stays a picture. */

/** A picture has at most this many rows of words. */
const mostRows = 64;

interface Matrices {
  /** Row-major, one matrix after another. */
  readonly data: Float32Array;
  readonly rows: number;
  readonly columns: number;
  /**
   * Where columns are words as well, what a bin of them becomes: of attention weights the sum, so that
   * a row adds up to 1, of scores the mean. Null where they are not.
   */
  readonly keys: 'sum' | 'mean' | null;
}

/** How many words share a row. */
export const wordsPerRow = (words: number): number => Math.ceil(words / mostRows);

const known = new WeakMap<ArrayBufferLike, Map<string, Float32Array>>();

/** The mean of each bin of rows. Short texts stay as they are. Computed once for the same numbers. */
export function binned(of: Matrices): Pick<Matrices, 'data' | 'rows' | 'columns'> {
  const { data, rows, columns, keys } = of;
  const size = wordsPerRow(rows);
  if (size <= 1) return { data, rows, columns };
  const wide = keys ? Math.ceil(columns / size) : columns;
  const cache = known.get(data.buffer) ?? new Map<string, Float32Array>();
  known.set(data.buffer, cache);
  const place = [data.byteOffset, data.length, rows].join();
  const bins = cache.get(place) ?? means(keys ? binnedColumns(of, size) : data, rows, wide, size);
  cache.set(place, bins);
  return { data: bins, rows: Math.ceil(rows / size), columns: wide };
}

/** Of each row, the sum or the mean of each bin of columns. */
export function binnedColumns(
  { data, columns, keys }: Pick<Matrices, 'data' | 'columns' | 'keys'>,
  size: number,
): Float32Array {
  const wide = Math.ceil(columns / size);
  const summed = new Float32Array((data.length / columns) * wide);
  let at = 0;
  for (let row = 0; row < data.length; row += columns) {
    for (let from = 0; from < columns; from += size) {
      const count = Math.min(size, columns - from);
      const end = row + from + count;
      let sum = 0;
      for (let i = row + from; i < end; i++) sum += data[i] as number;
      summed[at++] = keys === 'sum' ? sum : sum / count;
    }
  }
  return summed;
}

function means(data: Float32Array, rows: number, columns: number, size: number): Float32Array {
  const bins = Math.ceil(rows / size);
  const matrices = data.length / (rows * columns);
  const out = new Float32Array(matrices * bins * columns);
  for (let row = 0; row < matrices * rows; row++) {
    const within = row % rows;
    const bin = Math.floor(within / size);
    const share = 1 / (Math.min(rows, (bin + 1) * size) - bin * size);
    const to = (Math.floor(row / rows) * bins + bin) * columns;
    const from = row * columns;
    for (let i = 0; i < columns; i++) (out[to + i] as number) += share * (data[from + i] as number);
  }
  return out;
}
