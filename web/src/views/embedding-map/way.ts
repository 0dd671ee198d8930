import type { Trace } from '../../model/trace';
import { cosine } from '../../state/vector';

/** How like a word's vector is to that of each other word of its sentence, before and after each layer. */
export interface Way {
  readonly trace: Trace;
  readonly token: number;
  /** By layer, the input first; then by token. */
  readonly cosines: readonly (readonly number[])[];
}

/** `inputs`: the names of the residual stream's tensors, before the first layer and after each. */
export function wayOf(trace: Trace, inputs: readonly string[], token: number): Way {
  const tokens = trace.encoding.tokens.map((_, i) => i);
  const cosines = inputs.map((name) => {
    const own = trace.row(name, token);
    return tokens.map((other) => cosine(own, trace.row(name, other)));
  });
  return { trace, token, cosines };
}

/** The token whose vector the word's is most like after the last layer, itself left out. */
export function nearestAtEnd({ cosines, token }: Way): number {
  const last = cosines.at(-1) ?? [];
  let best = -1;
  last.forEach((value, i) => {
    if (i !== token && (best < 0 || value > (last[best] ?? 0))) best = i;
  });
  return best;
}

/** The two words that two sentences end at; of one sentence, or where both end alike, its two nearest. */
export function rivals(ways: readonly Way[]): readonly number[] {
  const [first] = ways;
  if (!first) return [];
  const ends = [...new Set(ways.map(nearestAtEnd))].filter((token) => token >= 0);
  if (ends.length > 1) return ends;
  const last = first.cosines.at(-1) ?? [];
  const others = last
    .map((value, token) => ({ value, token }))
    .filter(({ token }) => token !== first.token && !ends.includes(token))
    .sort((a, b) => b.value - a.value);
  return [...ends, ...others.slice(0, 1).map(({ token }) => token)];
}
