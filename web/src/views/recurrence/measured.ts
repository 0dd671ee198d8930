import comparison from './comparison.json';

/** What `fovea compare` measured of an encoder and of a recurrent network: each number a list, one a training. */
export type Comparison = typeof comparison;
export type AtDistance = Comparison['distances'][number];
export type AtLength = Comparison['lengths'][number];

export type Network = 'encoder' | 'recurrent';

/** Which of the two passes a gradient is of. */
export type Stage = 'before' | 'after';

/** What a text is run for: forward alone, or with a loss and backward. */
export type Task = 'reading' | 'training';

export const measured: Comparison = comparison;

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, x) => sum + x, 0) / values.length;

/** Gradients are means of logarithms already; so is their mean over trainings. */
export const geometricMean = (values: readonly number[]): number =>
  Math.exp(mean(values.map((x) => Math.log(x))));

/** The gradient that arrives at the noun, of each training. */
export const gradientOf = (at: AtDistance, stage: Stage) =>
  stage === 'before' ? at.gradientBefore : at.gradientAfter;

/** The same as a share of the gradients at all words. */
export const shareOf = (at: AtDistance, stage: Stage) =>
  stage === 'before' ? at.shareBefore : at.shareAfter;

/** Shares that differ by less are called equal. */
const margin = 0.005;

export interface Standing {
  readonly better: number;
  readonly equal: number;
  readonly worse: number;
}

/** At how many distances the recurrent network is right more often, as often, less often. */
export function standingOf({ distances }: Comparison): Standing {
  const gains = distances.map(({ right }) => mean(right.recurrent) - mean(right.encoder));
  const better = gains.filter((gain) => gain > margin).length;
  const worse = gains.filter((gain) => gain < -margin).length;
  return { better, worse, equal: gains.length - better - worse };
}

/** The length from which on the recurrent network needs less time; null where it needs more at the end. */
export function cheaperFrom({ lengths }: Comparison, task: Task): number | null {
  let from: number | null = null;
  for (const { tokens, [task]: time } of lengths) {
    if (time.recurrent >= time.encoder) from = null;
    else from ??= tokens;
  }
  return from;
}

/** Parameters of the layers alone: what stands between the embedding and the head that both have. */
export function layerParameters({ width: d, layers }: Comparison, network: Network): number {
  const states = (d / 4) * 3;
  const lstms = 2 * 4 * states * (d + states + 2);
  if (network === 'recurrent') return layers * (lstms + d * (2 * states + 1) + 2 * d);
  return layers * (4 * d * (d + 1) + 4 * d * (d + 1) + d * (4 * d + 1) + 4 * d);
}
