import type { Trace } from '../model/trace';
import { binnedColumns } from './bins';

/** What the map shows: for each part of the encoder one number a word, or one a word for each head. */

/** More words than this share cells. */
const mostCells = 48;

export const wordsPerCell = (words: number): number => Math.ceil(words / mostCells);

/** Rows of numbers, row by row, a column for each word or for as many words as share a cell. */
export interface WordRows {
  readonly data: Float32Array;
  readonly rows: number;
  readonly columns: number;
}

/** Of each row the sum or the mean of the words that share a cell. */
function binned(data: Float32Array, words: number, keys: 'sum' | 'mean'): WordRows {
  const size = wordsPerCell(words);
  const bins = size === 1 ? data : binnedColumns({ data, columns: words, keys }, size);
  return { data: bins, rows: data.length / words, columns: Math.ceil(words / size) };
}

/** The length of each word's vector: the square root of the sum of its squares. */
export function lengths(trace: Trace, name: string): Float32Array {
  const { shape, data } = trace.tensor(name);
  const [words = 0, width = 0] = shape;
  return Float32Array.from({ length: words }, (_, word) => {
    let sum = 0;
    for (let i = word * width; i < (word + 1) * width; i++) sum += (data[i] ?? 0) ** 2;
    return Math.sqrt(sum);
  });
}

export function lengthRow(trace: Trace, name: string): WordRows {
  const all = lengths(trace, name);
  return binned(all, all.length, 'mean');
}

/** A row for each head of a layer: how much a word takes from each word. */
export function headRows(trace: Trace, layer: number, word: number): WordRows {
  const { shape, data } = trace.tensor(`layers.${layer}.attention.weights`);
  const [heads = 0, words = 0] = shape;
  const rows = new Float32Array(heads * words);
  for (let head = 0; head < heads; head++) {
    const from = (head * words + word) * words;
    rows.set(data.subarray(from, from + words), head * words);
  }
  return binned(rows, words, 'sum');
}
