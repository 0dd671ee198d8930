import { layersLeg } from '../timeline';

/**
 * The views that the tour stops at, in its order: steps of the timeline, then figures that come after
 * the encoder. `chapters/` has what is said there; pictures and addresses need no more than this.
 */
export const stops = [
  'tokens',
  'embedding',
  'position',
  'projections',
  'scores',
  'scale',
  'softmax',
  'sum',
  'concat',
  'attention-norm',
  'activate',
  'stack',
  'prediction',
  'decoder',
  'cross-attention',
] as const;

export type Stop = (typeof stops)[number];

/** How much of a chapter's step is played before the guess: up to what it asks about. */
export const playedBefore: Readonly<Partial<Record<string, number>>> = {
  embedding: 0.29,
  position: 0.6,
  // The vector has come up through the layers.
  projections: layersLeg + 0.02,
  'attention-norm': 0.4,
  activate: 0.2,
  stack: 0.15,
  prediction: 0.35,
} satisfies Partial<Record<Stop, number>>;

/** So much is played where the map above says nothing: the step has begun. */
export const glimpse = 0.01;

/** Stops that ask about something other than the weights, which are known before the guess. */
export const knowsWeights: ReadonlySet<string> = new Set<Stop>(['sum', 'concat']);
