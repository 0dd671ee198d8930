/** A part of the encoder that the map shows: one tensor of the trace, by name. */
export interface Part {
  readonly name: string;
  /** Name in the trace. */
  readonly tensor: string;
  readonly hue: 'query' | 'key' | 'value' | 'weight' | 'residual' | 'norm' | 'feed-forward';
  /** The step of the timeline that computes it. */
  readonly step: string;
}

export const inputPart: Part = {
  name: 'input',
  tensor: 'embedding.output',
  hue: 'residual',
  step: 'position',
};

/** What the map calls a tensor of a layer, the rest of its name, its hue and its step. */
const parts = {
  query: ['query', 'attention.query', 'query', 'projections'],
  key: ['key', 'attention.key', 'key', 'projections'],
  value: ['value', 'attention.value', 'value', 'projections'],
  scores: ['scores', 'attention.scores', 'weight', 'scores'],
  weights: ['weights', 'attention.weights', 'weight', 'softmax'],
  heads: ['heads', 'attention.heads', 'value', 'sum'],
  output: ['output', 'attention.output', 'residual', 'output'],
  attentionNorm: ['add & norm', 'attention.norm', 'norm', 'attention-norm'],
  hidden: ['feed-forward', 'feedForward.activated', 'feed-forward', 'activate'],
  feedForwardNorm: ['add & norm', 'feedForward.norm', 'norm', 'feed-forward-norm'],
} as const;

export type PartId = keyof typeof parts;

/** The tensors of one layer, in the order of the computation of a post-norm encoder. */
export function layerParts(layer: number): Readonly<Record<PartId, Part>> {
  const entries = Object.entries(parts).map(([id, [name, tensor, hue, step]]) => {
    const part: Part = { name, tensor: `layers.${layer}.${tensor}`, hue, step };
    return [id, part] as const;
  });
  return Object.fromEntries(entries) as Record<PartId, Part>;
}
