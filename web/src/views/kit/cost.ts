import type { ModelConfig } from '../../model/protocol';
import { later } from '../../words/msg';

/** What a model's cost depends on, under the keys of its `config.json`. */
export type Shape = Pick<
  ModelConfig,
  | 'hidden_size'
  | 'num_attention_heads'
  | 'intermediate_size'
  | 'num_hidden_layers'
  | 'vocab_size'
  | 'max_position_embeddings'
  | 'type_vocab_size'
  | 'position_embedding_type'
  | 'norm_order'
  | 'embedding_norm'
  | 'masked_word_head'
  | 'num_key_value_heads'
  | 'num_local_experts'
  | 'num_experts_per_tok'
  | 'gated_feed_forward'
  | 'norm_type'
  | 'first_norm'
> & {
  /** Each last vector is compared with the vocabulary as it is, as in GPT. */
  readonly tied_output?: boolean;
};

export interface Preset {
  readonly id: string;
  readonly name: string;
  readonly shape: Shape;
  /** Words, or pieces, that it reads at a time. */
  readonly words: number;
  /** Pieces that it was trained on; null where nobody has said. */
  readonly trained: number | null;
  /** What is to be known of the count. */
  readonly note: string;
}

const bert: Shape = {
  hidden_size: 768,
  num_attention_heads: 12,
  intermediate_size: 3072,
  num_hidden_layers: 12,
  vocab_size: 30522,
  max_position_embeddings: 512,
  type_vocab_size: 2,
  position_embedding_type: 'absolute',
  norm_order: 'post',
  embedding_norm: true,
  masked_word_head: true,
};

const gpt2: Shape = {
  ...bert,
  vocab_size: 50257,
  max_position_embeddings: 1024,
  type_vocab_size: 0,
  norm_order: 'pre',
  embedding_norm: false,
  masked_word_head: false,
  tied_output: true,
};

const llama: Shape = {
  ...gpt2,
  ...{ hidden_size: 4096, num_attention_heads: 32, num_key_value_heads: 8 },
  ...{ intermediate_size: 14336, num_hidden_layers: 32, vocab_size: 128256 },
  ...{ max_position_embeddings: 8192, position_embedding_type: 'rotary' as const },
  ...{ gated_feed_forward: true, norm_type: 'rms_norm' as const },
};

/** Models of others, from their papers. */
export const knownPresets: readonly Preset[] = [
  {
    id: 'paper',
    name: later('the 2017 paper’s'),
    shape: {
      ...gpt2,
      ...{ hidden_size: 512, num_attention_heads: 8, intermediate_size: 2048 },
      ...{ num_hidden_layers: 6, vocab_size: 37000, norm_order: 'post' as const },
      ...{ position_embedding_type: 'sinusoidal' as const, tied_output: false },
    },
    words: 64,
    trained: 5e9,
    note: later('Its encoder alone: the paper’s 65 million parameters count the decoder too.'),
  },
  {
    id: 'bert',
    name: 'BERT-base',
    shape: bert,
    words: 512,
    trained: 131e9,
    note: later('With the prediction head for masked words; published as 110 million.'),
  },
  {
    id: 'gpt2',
    name: 'GPT-2',
    shape: gpt2,
    words: 1024,
    trained: null,
    note: later(
      'The smallest of its four sizes, 124 million. How much text it was trained on was not published.',
    ),
  },
  {
    id: 'gpt3',
    name: 'GPT-3',
    shape: {
      ...gpt2,
      ...{ hidden_size: 12288, num_attention_heads: 96, intermediate_size: 49152 },
      ...{ num_hidden_layers: 96, max_position_embeddings: 2048 },
    },
    words: 2048,
    trained: 300e9,
    note: later('Published as 175 billion.'),
  },
  {
    id: 'llama3',
    name: 'Llama 3 8B',
    shape: llama,
    words: 8192,
    trained: 15e12,
    note: later(
      'Published as 8 billion. Not counted here: its separate output table, half a billion. Counted: biases, which it lacks.',
    ),
  },
  {
    id: 'mixtral',
    name: 'Mixtral 8x7B',
    shape: {
      ...llama,
      vocab_size: 32000,
      ...{ num_local_experts: 8, num_experts_per_tok: 2 },
    },
    words: 8192,
    trained: null,
    note: later(
      'Published as 46.7 billion, 12.9 of them used per word. How much text it was trained on was not published.',
    ),
  },
];

const keys = [
  ...(['hidden_size', 'num_attention_heads', 'intermediate_size', 'num_hidden_layers'] as const),
  ...(['vocab_size', 'max_position_embeddings', 'type_vocab_size'] as const),
  ...(['position_embedding_type', 'norm_order', 'embedding_norm', 'masked_word_head'] as const),
  ...(['num_key_value_heads', 'num_local_experts', 'num_experts_per_tok'] as const),
  ...(['gated_feed_forward', 'norm_type', 'first_norm'] as const),
] as const;

/** The open model's shape. */
export const shapeOf = (config: ModelConfig): Shape =>
  Object.fromEntries(
    keys.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key]]])),
  ) as unknown as Shape;

/// The formulas of the core's cost.h, which a test holds these against.

/** How many numbers a model has to learn, by part. */
export interface ParameterParts {
  readonly embedding: number;
  readonly attention: number;
  readonly feedForward: number;
  readonly norms: number;
  readonly prediction: number;
}

/** Floating-point operations of the matrix products of a pass, two for each multiply-add. */
export interface FlopParts {
  /** Query, key, value and output. */
  readonly projections: number;
  /** Query times key, and weights times value. */
  readonly attention: number;
  readonly feedForward: number;
  readonly prediction: number;
}

/** The sizes of a layer's matrices. */
export interface LayerSizes {
  readonly d: number;
  /** Width of keys and of values: d, but where heads share them. */
  readonly k: number;
  readonly f: number;
  /** Matrices of a feed-forward network: three where it is gated. */
  readonly matrices: number;
  /** Experts of a layer; 0 where there is one network for all words. */
  readonly experts: number;
  /** Networks that a word goes through. */
  readonly taken: number;
  /** Numbers that a norm learns. */
  readonly norm: number;
}

export function sizesOf(shape: Shape): LayerSizes {
  const { hidden_size: d, num_attention_heads: heads, intermediate_size: f } = shape;
  const experts = shape.num_local_experts ?? 0;
  return {
    ...{ d, f, experts, k: (d / heads) * (shape.num_key_value_heads || heads) },
    matrices: shape.gated_feed_forward ? 3 : 2,
    taken: experts > 0 ? (shape.num_experts_per_tok ?? 2) : 1,
    norm: shape.norm_type === 'rms_norm' ? d : 2 * d,
  };
}

/** Whether a layer's matrices are those of the paper: of queries' width, with one network of two. */
export const isPlain = ({ d, k, matrices, experts }: LayerSizes): boolean =>
  k === d && matrices === 2 && experts === 0;

/** What a feed-forward network, or an expert, has to learn. */
const networkParameters = ({ d, f, matrices }: LayerSizes): number =>
  matrices * d * f + (matrices - 1) * f + d;

export function parameterParts(shape: Shape): ParameterParts {
  const sizes = sizesOf(shape);
  const { d, k, experts, norm } = sizes;
  const layers = shape.num_hidden_layers;
  const positions =
    shape.position_embedding_type === 'absolute' ? shape.max_position_embeddings : 0;
  const ofLayers = 2 * layers - Number(shape.first_norm === false);
  const norms = ofLayers + Number(shape.embedding_norm) + Number(shape.norm_order === 'pre');
  const network = networkParameters(sizes);
  return {
    embedding: (shape.vocab_size + positions + shape.type_vocab_size) * d,
    attention: layers * 2 * (d + 1) * (d + k),
    feedForward: layers * (experts > 0 ? experts * (network + d + 1) : network),
    norms: norm * norms,
    prediction: shape.masked_word_head ? d * d + d + norm + shape.vocab_size : 0,
  };
}

/** The parameters that a word goes through: all, but for the experts that it does not take. */
export function usedParameters(shape: Shape): number {
  const sizes = sizesOf(shape);
  const idle = sizes.experts > 0 ? sizes.experts - sizes.taken : 0;
  const unused = shape.num_hidden_layers * idle * networkParameters(sizes);
  return total(parameterParts(shape)) - unused;
}

export function flopParts(shape: Shape, n: number): FlopParts {
  const { d, k, f, matrices, experts, taken } = sizesOf(shape);
  const layers = shape.num_hidden_layers;
  const table = shape.masked_word_head || shape.tied_output ? shape.vocab_size : 0;
  return {
    projections: layers * 4 * n * d * (d + k),
    attention: layers * 4 * n * n * d,
    feedForward: layers * 2 * n * d * (taken * matrices * f + experts),
    prediction: 2 * n * d * (table + (shape.masked_word_head ? d : 0)),
  };
}

export const total = (parts: ParameterParts | FlopParts): number =>
  Object.values(parts).reduce((sum, part) => sum + part, 0);

const bytesOfFloat = 4;

/** Bytes of one layer's scores: a number for each head, query and key. */
export const scoreBytes = ({ num_attention_heads: h }: Shape, n: number): number =>
  h * n * n * bytesOfFloat;

/** Numbers of two bytes that a decoder keeps of the words it has read: their keys and values in every layer. */
export function cacheBytes(shape: Shape, n: number): number {
  const bytes = 2;
  return 2 * shape.num_hidden_layers * sizesOf(shape).k * n * bytes;
}

/** Scores that are there at a time where the core computes tile by tile: 60 queries by 256 keys. */
export const tileBytes = 60 * 256 * bytesOfFloat;

/** Operations of a training: about six for each parameter and piece (Kaplan et al. 2020). */
export const trainingFlops = (parameters: number, pieces: number): number =>
  6 * parameters * pieces;
