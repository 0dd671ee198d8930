import type { Outcome } from '../../model/protocol';
import { gradientName, type Trace } from '../../model/trace';
import type { State } from '../../state/state';
import { streamName } from '../../state/stream';
import { cosine, lengthOf } from '../../state/vector';
import { answersTo } from '../../state/what-if/answers';
import type { Ask, EncodeRequest } from '../../state/what-if/ask';

/** The gains of the residual connection that are tried. */
export const gains = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;

/** The structure in which x is multiplied by a gain before it is added; the model's own where it is 1. */
export const structureOf = (gain: number): string =>
  gain === 1 ? '' : gain === 0 ? 'residual=off' : `residual=${gain}`;

/** The text on show, run with that gain and with the gradients of predicting a piece at a word. */
export function requestOf(state: State, gain: number, token: number, piece: number): EncodeRequest {
  const { encoding } = state.trace as Trace;
  return {
    ...{ text: encoding.text, masked: encoding.masked },
    run: { structure: structureOf(gain), changes: [] },
    loss: { token, piece },
  };
}

/** The prediction at a word with each gain, and the probability of one piece in it. */
export function askOf(state: State, token: number, piece: number): Ask {
  const { text, masked } = (state.trace as Trace).encoding;
  return {
    key: JSON.stringify(['residual', text, masked, token, piece]),
    ...{ text, masked, token, pieces: [piece], count: gains.length },
    variant: (i) => ({ structure: structureOf(gains[i] ?? 1) }),
  };
}

export const outcomesOf = (state: State, token: number, piece: number): readonly Outcome[] =>
  answersTo(state, askOf(state, token, piece));

/** What the trace holds of each place of the stream, the words first. */
function alongStream(trace: Trace, of: (name: string) => number): readonly number[] {
  const found: number[] = [];
  for (let name = streamName(trace, 0); name !== undefined; name = streamName(trace, found.length))
    found.push(of(name));
  return found;
}

/** The cosine of a word's vector, before the first layer and after each, to what it began as. */
export function cosinesToInput(trace: Trace, token: number): readonly number[] {
  const first = trace.row(streamName(trace, 0) ?? '', token);
  return alongStream(trace, (name) => cosine(first, trace.row(name, token)));
}

/** The size of the gradient that arrives at each of these places; empty where the trace has none. */
export function arriving(trace: Trace): readonly number[] {
  const first = streamName(trace, 0);
  if (first === undefined || !trace.has(gradientName(first))) return [];
  return alongStream(trace, (name) => lengthOf(trace.gradient(name).data));
}
