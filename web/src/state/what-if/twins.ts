import { ownRun, type Run } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { swapOf } from '../presets';
import type { State } from '../state';
import { nothingIn } from '../typed-words';
import { traceFor } from './answers';
import { type EncodeRequest, requestKey } from './ask';
import { copiesIn, withNumbers, withoutCopies } from './copies';
import { runOf } from './history';

/** The sentence held against the one at hand: the one chosen, else its swap; empty where there is neither. */
export const otherText = ({ other, sentence }: State): string =>
  other || (swapOf(sentence)?.text ?? '');

/** The other sentence, run as this one but for what is copied; null where there is none. */
export function otherRequest(state: State): EncodeRequest | null {
  const text = otherText(state);
  if (nothingIn(text) !== null) return null;
  return { text, masked: state.masked, run: withoutCopies(runOf(state)) };
}

/** The run on show, with what is copied into it; and what tells it from others of the same changes. */
export function shownRun(state: State, { encoding: { text, masked, run = ownRun } }: Trace) {
  const from = copiesIn(run).length > 0 ? otherText(state) : '';
  return { text, masked, run, key: [text, masked, run, from] };
}

/** The sentence at hand without what is copied into it. */
export const uncopiedRequest = (state: State): EncodeRequest => ({
  text: state.sentence,
  masked: state.masked,
  run: withoutCopies(runOf(state)),
});

/** Two sentences of the same number of tokens, run alike. */
export interface Twins {
  /** The sentence at hand, without what is copied into it. */
  readonly upper: Trace;
  readonly lower: Trace;
}

/** The run of the other sentence, where it is there; and whether it has as many tokens as this one. */
function otherRun(state: State): { readonly trace: Trace; readonly fits: boolean } | null {
  const request = otherRequest(state);
  const trace = request && traceFor(state, request);
  const own = state.trace?.encoding;
  if (!trace || own?.text !== state.sentence) return null;
  return { trace, fits: trace.encoding.tokens.length === own.tokens.length };
}

/** The numbers of tokens of both sentences, where they are not the same. */
export interface Mismatch {
  readonly own: number;
  readonly other: number;
}

export function mismatchOf(state: State): Mismatch | null {
  const found = otherRun(state);
  if (!found || found.fits) return null;
  return {
    own: state.trace?.encoding.tokens.length ?? 0,
    other: found.trace.encoding.tokens.length,
  };
}

/** The trace on show, where nothing is copied into it; else null. */
function shownUncopied({ trace }: State, request: EncodeRequest): Trace | null {
  if (!trace) return null;
  const { text, masked, run = ownRun } = trace.encoding;
  return requestKey({ text, masked, run }) === requestKey(request) ? trace : null;
}

/** The run of the sentence at hand without what is copied into it; null until it is there. */
export function upperTrace(state: State): Trace | null {
  const request = uncopiedRequest(state);
  return shownUncopied(state, request) ?? traceFor(state, request);
}

/** The twins; null until both are there, and where they have not the same number of tokens. */
export function twinsOf(state: State): Twins | null {
  const found = otherRun(state);
  const upper = upperTrace(state);
  return found?.fits && upper ? { upper, lower: found.trace } : null;
}

/** The runs of the twins. The upper one's too where it is on show: it is there when a copy takes its place. */
export function twinRequests(state: State): readonly EncodeRequest[] {
  const other = otherRequest(state);
  return other ? [other, uncopiedRequest(state)] : [];
}

/** A run that can be computed now: with copied numbers, or without copies where there are none to copy. */
export function runnable(state: State, run: Run): { readonly run: Run; readonly numbers: Run } {
  if (copiesIn(run).length === 0) return { run, numbers: run };
  const other = otherRun(state);
  const numbers = other?.fits ? withNumbers(run, other.trace) : null;
  const bare = withoutCopies(run);
  return numbers ? { run, numbers } : { run: bare, numbers: bare };
}
