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
];

/** The open model's shape. */
export function shapeOf(config: ModelConfig): Shape {
  const {
    hidden_size,
    num_attention_heads,
    intermediate_size,
    num_hidden_layers,
    vocab_size,
    max_position_embeddings,
    type_vocab_size,
    position_embedding_type,
    norm_order,
    embedding_norm,
    masked_word_head,
  } = config;
  return {
    ...{ hidden_size, num_attention_heads, intermediate_size, num_hidden_layers },
    ...{ vocab_size, max_position_embeddings, type_vocab_size, position_embedding_type },
    ...{ norm_order, embedding_norm, masked_word_head },
  };
}
