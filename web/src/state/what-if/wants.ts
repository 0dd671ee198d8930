import { type Outcome, ownRun } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import type { State } from '../state';
import { type Ask, type EncodeRequest, nothingWanted, requestKey, type Wants } from './ask';
import { isOwn } from './run-text';

/** What a view wants computed beside the trace on show, by the view's name. */
const wantsOfViews: Readonly<Record<string, (state: State) => Wants>> = {};

/** The model's own run of the text on show; null where that is on show itself. */
function formerRequest({ trace }: State): EncodeRequest | null {
  if (!trace) return null;
  const { text, masked, run = ownRun } = trace.encoding;
  return isOwn(run) ? null : { text, masked, run: ownRun };
}

/** What is to be computed for what is on the screen, beside the trace of the sentence. */
export function wantsOf(state: State): Wants {
  if (!state.model || !state.trace) return nothingWanted;
  const former = formerRequest(state);
  const ofView = wantsOfViews[state.view]?.(state) ?? nothingWanted;
  return former ? { ...ofView, traces: [former, ...ofView.traces] } : ofView;
}

/** The trace of a request, if it has been computed. */
export const traceFor = (state: State, request: EncodeRequest): Trace | null =>
  state.computed.traces.get(requestKey(request)) ?? null;

const noOutcomes: readonly Outcome[] = [];

/** The outcomes of an ask that are there so far, in the order of its variants. */
export const answersTo = (state: State, { key }: Ask): readonly Outcome[] =>
  state.computed.outcomes.get(key) ?? noOutcomes;

/** The state to be drawn: while "before" is held, the model's own run where that has been computed. */
export function asShown(state: State): State {
  const former = state.before ? formerTrace(state) : null;
  return former ? { ...state, trace: former } : state;
}

/** The text on show as the model itself runs it, where another run is on show; else null. */
export function formerTrace(state: State): Trace | null {
  const request = formerRequest(state);
  return request && traceFor(state, request);
}
