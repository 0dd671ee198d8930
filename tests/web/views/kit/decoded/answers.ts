import { vi } from 'vitest';
import type {
  DecodeAnswer,
  DecodeRequest,
  PassTrace,
  TraceRequest,
} from '../../../../../web/src/relatives/protocol';
import { makeModel, numbers } from '../../figure-context';

/** Of the decoder of these tests. */
export const layers = 2;
export const heads = 2;
const dModel = 8;

/** What all its pieces are called, by id. */
export const vocabulary = [
  ...[
    '[CLS]',
    '[SEP]',
    'the',
    'dog',
    'saw',
    'it',
    'slept',
    'and',
    'was',
    'tired',
    'cat',
    'so',
    'a',
  ],
];

const idOf = (token: string): number => vocabulary.indexOf(token);

/** Rows that add up to 1. */
function rowsOf(count: number, width: number, seed: number): Float32Array {
  const raw = numbers(count * width, seed).map((x) => x ** 4 + 0.001);
  return Float32Array.from(raw, (x, i) => {
    const row = Math.floor(i / width) * width;
    return x / raw.slice(row, row + width).reduce((a, b) => a + b, 0);
  });
}

/** The likeliest ten, `first` before the others. */
function nextOf(first: string, seed: number) {
  const tokens = [first, ...vocabulary.filter((token) => token !== first)].slice(0, 10);
  const shares = [...rowsOf(1, 11, seed)].slice(0, 10).sort((a, b) => b - a);
  return tokens.map((token, i) => ({ id: idOf(token), token, probability: shares[i] ?? 0 }));
}

/** An answer with made-up numbers: it writes these words, the last of them for the likeliest. */
export function answerOf(
  written: readonly string[],
  source: readonly string[] | null,
  taken: readonly number[] = [],
): DecodeAnswer {
  const steps = written.map((likeliest, position) => {
    const id = taken[position] ?? idOf(likeliest);
    return {
      ...{ position, id, token: vocabulary[id] ?? '', next: nextOf(likeliest, position + 3) },
      self: rowsOf(layers * heads, position + 1, position + 5),
      ...(source ? { cross: rowsOf(layers * heads, source.length, position + 7) } : {}),
    };
  });
  return {
    ...{ steps, model: { layers, heads, dModel } },
    ...(source ? { source: { tokens: source, ids: source.map(idOf) } } : {}),
  };
}

export const source = ['[CLS]', 'the', 'dog', 'saw', 'it', 'and', 'slept', '[SEP]'];
export const rewritten = ['the', 'dog', 'saw', 'the', 'cat', 'and', 'slept', '[SEP]'];

/** A trace in which every row of cross-attention’s scores is the one given. */
function traceOf(scores: readonly number[]): PassTrace {
  const rows = heads * rewritten.length;
  const powers = scores.map((score) => Math.exp(score / Math.sqrt(dModel / heads)));
  const sum = powers.reduce((a, b) => a + b, 0);
  const all = { scores, weights: powers.map((power) => power / sum) };
  const length = rows * scores.length;
  const axes = [heads, rewritten.length, scores.length].map((size) => ({ name: 'axis', size }));
  return {
    tensors: Object.keys(all).map((name, i) => ({
      ...{ name: `decoder.layers.0.crossAttention.${name}`, axes, offset: i * length, length },
    })),
    data: Float32Array.from(
      Object.values(all).flatMap((row) => Array.from({ length: rows }, () => row).flat()),
    ),
  };
}

/** Scores of which the trace is made; divided by √4 they go through the softmax. */
export const scores = [0, 2, 4, 0, 1, 0, 0, 0];

const ofDecoder = { decoder_layers: layers, hidden_size: dModel };

/** In place of the worker: writes the sentence above, or goes on with "the dog". */
export const worker = {
  info: vi.fn(async () => ({
    metadata: { evaluation: '{"sentences":200,"tokens":0.9,"whole":0.98}' },
    ...{ vocabulary, config: { ...makeModel({}, heads, layers).config, ...ofDecoder } },
  })),
  decode: vi.fn(async ({ model, taken }: DecodeRequest) =>
    model === 'rewrite'
      ? answerOf(rewritten, source, taken)
      : answerOf(['the', 'dog', ...taken.map((id) => vocabulary[id] ?? ''), 'was'], null),
  ),
  trace: vi.fn(async (_: TraceRequest) => traceOf(scores)),
};

/** All promises that are settled have been heard of. */
export const heard = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
