import type { ModelConfig } from '../../../model/protocol';
import { later } from '../../../words/msg';

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
    note: later('With the head that predicts masked words; published as 110 million.'),
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
      'Published as 8 billion: its output has a table of its own, half a billion, which is not counted here; biases, which it has not, are.',
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
      'Published as 46.7 billion, of which a word uses 12.9. How much text it was trained on was not published.',
    ),
  },
];

const keys = [
  ...(['hidden_size', 'num_attention_heads', 'intermediate_size', 'num_hidden_layers'] as const),
  ...(['vocab_size', 'max_position_embeddings', 'type_vocab_size'] as const),
  ...(['position_embedding_type', 'norm_order', 'embedding_norm', 'masked_word_head'] as const),
  ...(['num_key_value_heads', 'num_local_experts', 'num_experts_per_tok'] as const),
  ...(['gated_feed_forward', 'norm_type'] as const),
] as const;

/** The open model's shape. */
export const shapeOf = (config: ModelConfig): Shape =>
  Object.fromEntries(
    keys.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key]]])),
  ) as unknown as Shape;
