import type { Trace } from '../model/trace';
import { inLanguage } from '../words/language';
import { cachedByTrace } from './vector';

export interface Guess {
  readonly piece: string;
  /** Its share of the softmax over the whole vocabulary. */
  readonly probability: number;
}

/** The probability of one id in a row of logits: its share of their softmax. */
export function probabilityOf(logits: Float32Array, id: number): number {
  const logit = logits[id];
  return logit === undefined
    ? 0
    : 1 / logits.reduce((total, other) => total + Math.exp(other - logit), 0);
}

/** A row of the logits, and what its softmax is taken with: each part of a page asks for the same row. */
const softmaxOf = cachedByTrace((trace, token) => {
  const logits = trace.row('logits', Number(token));
  let highest = Number.NEGATIVE_INFINITY;
  for (const logit of logits) highest = Math.max(highest, logit);
  let total = 0;
  for (const logit of logits) total += Math.exp(logit - highest);
  return { logits, highest, total };
});

/** The `count` most probable pieces at a token, best first: softmax of its row of the logits. None where a logit is NaN. */
export function topGuesses(
  trace: Trace,
  vocabulary: readonly string[],
  token: number,
  count: number,
): readonly Guess[] {
  const { logits, highest, total } = softmaxOf(trace, String(token));
  if (Number.isNaN(total)) return [];
  return bestIds(logits, count).map((id) => ({
    piece: vocabulary[id] ?? `#${id}`,
    probability: Math.exp((logits[id] ?? 0) - highest) / total,
  }));
}

/** Indices of the largest values, in falling order, without sorting them all. */
export function bestIds(values: Float32Array, count: number): readonly number[] {
  const best: number[] = [];
  values.forEach((value, index) => {
    let place = best.length;
    while (place > 0 && value > (values[best[place - 1] ?? 0] ?? 0)) place--;
    if (place < count) best.splice(place, 0, index);
    if (best.length > count) best.pop();
  });
  return best;
}

/** A probability as the page writes it: never rounded to nothing, nor up to certainty. */
export function likelihood(probability: number): string {
  if (probability < 0.001) return `<${inLanguage('0.1')}\u00a0%`;
  if (probability > 0.999 && probability < 1) return `>${inLanguage('99.9')}\u00a0%`;
  return `${inLanguage((probability * 100).toFixed(1))}\u00a0%`;
}
