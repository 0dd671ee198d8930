/** A part of the encoder that the map shows: one tensor of the trace, by name. */
export interface Part {
  readonly name: string;
  /** Name in the trace. */
  readonly tensor: string;
  readonly hue: 'query' | 'key' | 'value' | 'weight' | 'residual' | 'norm' | 'feed-forward';
  /** Where on the timeline the stage shows it; null where it has no step of its own. */
  readonly time: number | null;
  /** How it comes about, in words. */
  readonly means: string;
}

export const inputPart: Part = {
  name: 'input',
  tensor: 'embedding.output',
  hue: 'residual',
  time: null,
  means: 'Each word’s row of the embedding table, and its position added to it.',
};

/** The tensors of one layer, in the order of the computation of a post-norm encoder. */
export function layerParts(layer: number): Readonly<Record<PartId, Part>> {
  const attention = `layers.${layer}.attention`;
  const feedForward = `layers.${layer}.feedForward`;
  return {
    query: {
      name: 'query',
      tensor: `${attention}.query`,
      hue: 'query',
      time: 1,
      means: 'The input times W_Q: what each word asks for. Every head has its own columns.',
    },
    key: {
      name: 'key',
      tensor: `${attention}.key`,
      hue: 'key',
      time: 1,
      means: 'The input times W_K: what each word can be found by.',
    },
    value: {
      name: 'value',
      tensor: `${attention}.value`,
      hue: 'value',
      time: 4,
      means: 'The input times W_V: what each word gives to those that look at it.',
    },
    scores: {
      name: 'scores',
      tensor: `${attention}.scores`,
      hue: 'weight',
      time: 1,
      means: 'Query times key, for each pair of words, in each head.',
    },
    weights: {
      name: 'weights',
      tensor: `${attention}.weights`,
      hue: 'weight',
      time: 3,
      means: 'The scaled scores after softmax: each row adds up to 1.',
    },
    heads: {
      name: 'heads',
      tensor: `${attention}.heads`,
      hue: 'value',
      time: 4,
      means: 'The values, added up by their weights. The heads stand side by side.',
    },
    output: {
      name: 'output',
      tensor: `${attention}.output`,
      hue: 'residual',
      time: null,
      means: 'All heads of a word, mixed by W_O.',
    },
    attentionNorm: {
      name: 'add & norm',
      tensor: `${attention}.norm`,
      hue: 'norm',
      time: null,
      means: 'The residual path and the attention’s output added, then layer norm.',
    },
    hidden: {
      name: 'feed-forward',
      tensor: `${feedForward}.activated`,
      hue: 'feed-forward',
      time: null,
      means: 'Each word by itself, widened and put through the activation.',
    },
    feedForwardNorm: {
      name: 'add & norm',
      tensor: `${feedForward}.norm`,
      hue: 'norm',
      time: null,
      means: 'The residual path and the feed-forward’s output added, then layer norm.',
    },
  };
}

export type PartId =
  | 'query'
  | 'key'
  | 'value'
  | 'scores'
  | 'weights'
  | 'heads'
  | 'output'
  | 'attentionNorm'
  | 'hidden'
  | 'feedForwardNorm';
