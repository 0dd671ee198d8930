import { percent, plain } from '../../state/format';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
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

/** What was trained and measured, and how. */
export function methodOf(of: Comparison): string {
  const { steps, sentencesPerStep, trainings, width, layers } = of;
  const what = msg`Both were trained on the same generated sentences in the same batches (${grouped(sentencesPerStep)} per step, ${grouped(steps)} steps), with the same optimiser, learning rates, embedding and prediction head; ${layers} layers, d = ${width}. The recurrent layers are LSTMs that read in both directions.`;
  const often = msg`{0:One training run each.|${trainings} training runs each: the line is their mean, the band their range.}`;
  return `${what} ${often}`;
}

/** Where and how it was measured. */
export const sourceOf = ({ corpus }: Comparison): string =>
  corpus === 'tiny'
    ? msg`Measured in advance with the command fovea compare, on the small corpus, not on your machine.`
    : msg`Measured in advance with the command fovea compare, not on your machine.`;

/** How the recurrent network stands beside the encoder at the distances measured. */
function verdictOf(of: Comparison): string {
  const { better, equal, worse } = standingOf(of);
  const all = of.distances.length;
  if (equal === all)
    return msg`At no distance do the two differ by more than half a percentage point.`;
  if (worse === all) return msg`The encoder is right more often at every distance.`;
  if (better === all) return msg`The recurrent network is right more often at every distance.`;
  return msg`Of ${all} distances, the recurrent network is better at ${better}, within half a percentage point at ${equal}, and worse at ${worse}.`;
}

/** What was measured of both without regard to the distance. */
function besideDistance({ pairs, maskedLoss }: Comparison): string {
  const both = msg`Of pairs of sentences that differ in one word, the encoder gets both right in ${percent(mean(pairs.encoder))}, the recurrent network in ${percent(mean(pairs.recurrent))}.`;
  const [encoder, recurrent] = [mean(maskedLoss.encoder), mean(maskedLoss.recurrent)];
  const losses = msg`${both} At hidden words the loss is ${plain(encoder)} nats in the encoder and ${plain(recurrent)} in the recurrent network`;
  if (Math.abs(encoder - recurrent) < 0.01) return `${losses}.`;
  return recurrent < encoder
    ? msg`${losses}, which is better there.`
    : msg`${losses}, which is worse there.`;
}

export function accuracyCaption(of: Comparison): string {
  const [first, last] = [of.distances[0], of.distances.at(-1)];
  if (!first || !last) return '';
  const shares = (network: Network, at: typeof first) => percent(mean(at.right[network]));
  const over = msg`Of the pronouns in held-out sentences, the encoder gets ${percent(mean(of.right.encoder))} right and the recurrent network ${percent(mean(of.right.recurrent))}: ${shares('encoder', first)} and ${shares('recurrent', first)} at ${first.distance} tokens from the noun, ${shares('encoder', last)} and ${shares('recurrent', last)} at ${last.distance}.`;
  return `${over} ${verdictOf(of)} ${besideDistance(of)}`;
}

/** What the gradient at the greatest distance is of that at the least. */
export function gradientKept(of: Comparison, stage: Stage, network: Network): number {
  const at = (index: number) => {
    const each = of.distances.at(index);
    return each ? geometricMean(gradientOf(each, stage)[network]) : Number.NaN;
  };
  return at(-1) / at(0);
}

export function gradientCaption(of: Comparison, stage: Stage): string {
  const [near, far] = [of.distances[0]?.distance ?? 0, of.distances.at(-1)?.distance ?? 0];
  const [encoder, recurrent] = (['encoder', 'recurrent'] as const).map((network) =>
    plain(gradientKept(of, stage, network)),
  );
  if (stage === 'before')
    return msg`Before training, a noun ${far} tokens away receives ${recurrent} times the gradient of one ${near} tokens away in the recurrent network, and ${encoder} times in the encoder.`;
  return msg`After training, a noun ${far} tokens away receives ${recurrent} times the gradient of one ${near} tokens away in the recurrent network, and ${encoder} times in the encoder. It now also depends on how wrong the answers are: the surer the network, the smaller its gradients.`;
}

/** How the times of the two compare at the ends, and from where on the recurrent network needs less. */
export function timeCaption(of: Comparison, task: Task): string {
  const from = cheaperFrom(of, task);
  const [first, last] = [of.lengths[0], of.lengths.at(-1)];
  if (!first || !last) return '';
  const ratio = ({ [task]: time }: typeof first) => plain(time.recurrent / time.encoder);
  const times =
    task === 'reading'
      ? msg`To read ${first.tokens} tokens, the recurrent network takes ${ratio(first)} times as long as the encoder; for ${last.tokens} tokens, ${ratio(last)} times.`
      : msg`For the gradients of a text of ${first.tokens} tokens, forward and backward, the recurrent network takes ${ratio(first)} times as long as the encoder; for ${last.tokens} tokens, ${ratio(last)} times.`;
  const standing =
    from === first.tokens
      ? msg`${times} It takes less time at every length measured.`
      : from === null
        ? msg`${times} Even at the greatest length measured it takes no less time.`
        : msg`${times} From ${from} tokens on it takes less time: attention compares all pairs.`;
  return `${standing} ${wholeTraining(of)} ${msg`Processor time on one thread; more threads were not measured.`}`;
}

const wholeTraining = (of: Comparison): string =>
  msg`A full training step, on sentences of the corpus, takes it ${plain(mean(of.trainingTime))} times as long as the encoder.`;
