/**
 * The views that the tour stops at, in its order: steps of the timeline, then figures that come after
 * it. `chapters/` has what is said there; pictures and addresses need no more than this.
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
  'circuit',
  'corpus',
] as const;

export type Stop = (typeof stops)[number];

/** What the step has moved has arrived. */
const arrived = 0.99;

/** How much of a chapter's step is played before the guess: all that does not tell its answer. */
export const playedBefore: Readonly<Partial<Record<string, number>>> = {
  // It asks about the other sentence.
  embedding: arrived,
  // It asks about other words.
  position: arrived,
  // It asks about the other words' keys.
  projections: arrived,
  // Every word's key is there, and the query has met none.
  scores: 0.16,
  // Where the other heads look is left out.
  concat: arrived,
  'attention-norm': 0.4,
  // It asks about other words.
  activate: arrived,
  // Where its heads look is left out.
  stack: arrived,
  // It asks about the other sentence.
  prediction: arrived,
} satisfies Partial<Record<Stop, number>>;

/** So much is played where the map above says nothing: the step has begun. */
export const glimpse = 0.01;

/** Stops that ask about something other than the weights, which are known before the guess. */
export const knowsWeights: ReadonlySet<string> = new Set<Stop>(['sum', 'concat']);

/** Steps of a figure that are shown alone: what they compare has no room beside the other steps. */
export const shownAlone: ReadonlySet<string> = new Set<Stop>(['scale']);
