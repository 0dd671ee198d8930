import type { ModelInfo } from '../model/protocol';
import type { Trace } from '../model/trace';
import type { Part } from '../state/parts';
import { cachedByTrace, notAboveZero } from '../state/vector';
import { inLanguage } from '../words/language';
import { msg } from '../words/msg';
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
export const lengths = cachedByTrace((trace, name) => {
  const { shape, data } = trace.tensor(name);
  const [words = 0, width = 0] = shape;
  const squares = new Float64Array(words);
  // Of 512 words in 12 layers these are five million products: one loop over one kind of array.
  for (let word = 0, i = 0; word < words; word++) {
    let sum = 0;
    for (const end = i + width; i < end; i++) sum += (data[i] as number) ** 2;
    squares[word] = sum;
  }
  return Float32Array.from(squares, Math.sqrt);
});

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

/** What a part of the encoder is for, in a sentence, and its formula. */
export interface Purpose {
  readonly text: string;
  readonly formula: string;
}

interface Facts {
  readonly trace: Trace;
  readonly model: ModelInfo;
  readonly layer: number;
  readonly token: number;
}

const one = (x: number): string => inLanguage(x.toFixed(1));

/** The shortest and the longest vector of a tensor: "11.4 to 11.6". */
function range(trace: Trace, name: string): string {
  const all = lengths(trace, name);
  return msg`${one(Math.min(...all))} to ${one(Math.max(...all))}`;
}

/** At a sublayer's end: the sum, and the norm of it where there is one. */
function added({ trace }: Facts, { tensor, adds, role }: Part, result: string): Purpose {
  const sum = tensor.replace(/norm$/, 'residual');
  const before = range(trace, sum);
  const after = range(trace, tensor);
  if (!adds)
    return {
      text: msg`Vectors of length ${before} are rescaled to ${after}.`,
      formula: `norm(${result})`,
    };
  const text = msg`What the word was plus what it just learned`;
  return role === 'norm'
    ? {
        text: msg`${text}; then vectors of length ${before} are rescaled to ${after}.`,
        formula: `norm(x + ${result})`,
      }
    : { text: msg`${text}: vectors of length ${after}.`, formula: `x + ${result}` };
}

function unitsOn({ trace, layer, token }: Facts): string {
  const row = trace.row(`layers.${layer}.feedForward.activated`, token);
  const word = trace.encoding.tokens[token]?.piece;
  return msg`Each word on its own: for “${word}”, ${row.length - notAboveZero(row)} of ${row.length} hidden units {1:is|are} above zero.`;
}

function head({ model }: Facts): string {
  const { hidden_size: d, num_attention_heads: heads } = model.config;
  return msg`${d / heads} numbers in each head`;
}

const purposes: Readonly<Partial<Record<Part['id'], (f: Facts, part: Part) => Purpose>>> = {
  x: (f, { tensor }) => ({
    text: msg`What a word is and where it stands: vectors of length ${range(f.trace, tensor)}.`,
    formula: 'x = embedding + position',
  }),
  'norm-1': (f, part) => added(f, { ...part, tensor: part.tensor }, 'x'),
  'norm-2': (f, part) => added(f, { ...part, tensor: part.tensor }, 'x'),
  query: (f) => ({
    text: msg`What each word looks for in the others: ${head(f)}.`,
    formula: 'q = x · W_Q + b_Q',
  }),
  key: (f) => ({
    text: msg`What each word can be found by: ${head(f)}.`,
    formula: 'k = x · W_K + b_K',
  }),
  value: (f) => ({
    text: msg`What each word gives to those that look at it: ${head(f)}.`,
    formula: 'v = x · W_V + b_V',
  }),
  weights: ({ trace, token, model }) => ({
    text: msg`How much “${trace.encoding.tokens[token]?.piece}” takes from each word: each row is one of ${model.config.num_attention_heads} heads and adds up to 1.`,
    formula: 'softmax(q · k ÷ √dₖ)',
  }),
  output: () => ({
    text: msg`What the heads have gathered for each word, mixed into one vector.`,
    formula: 'heads · W_O + b_O',
  }),
  middle: (f, part) => added(f, part, 'attention'),
  hidden: (f) => ({
    text: unitsOn(f),
    formula: 'activation(x · W₁ + b₁) · W₂ + b₂',
  }),
  end: (f, part) => added(f, part, 'feed-forward'),
  'output-norm': (f, { tensor }) => ({
    text: msg`The final vectors before the answer: length ${range(f.trace, tensor)}.`,
    formula: 'norm(x)',
  }),
};

export function purposeOf(part: Part, facts: Facts): Purpose {
  return purposes[part.id]?.(facts, part) ?? { text: '', formula: '' };
}
