/**
 * The steps of the timeline that the tour stops at, in its order. `chapters/` has what is said there;
 * pictures and addresses need no more than this.
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
] as const;

export type Stop = (typeof stops)[number];

/** Stops that ask about something other than the weights, which are known before the guess. */
export const knowsWeights: ReadonlySet<string> = new Set<Stop>(['sum', 'concat']);
