import { type Outcome, ownRun } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import type { State } from '../state';
import { type Ask, type EncodeRequest, type FigureWants, nothingWanted, requestKey } from './ask';
import { isOwn } from './run-text';

/** The trace of a request, if it has been computed. */
export const traceFor = (state: State, request: EncodeRequest): Trace | null =>
  state.computed.traces.get(requestKey(request)) ?? null;

const noOutcomes: readonly Outcome[] = [];

/** The outcomes of an ask that are there so far, in the order of its variants. */
export const answersTo = (state: State, { key }: Ask): readonly Outcome[] =>
  state.computed.outcomes.get(key) ?? noOutcomes;

/** The model's own run of the text on show; null where that is on show itself. */
export function formerRequest({ trace }: State): EncodeRequest | null {
  if (!trace) return null;
  const { text, masked, run = ownRun } = trace.encoding;
  return isOwn(run) ? null : { text, masked, run: ownRun };
}

/** The text on show as the model itself runs it, where another run is on show; else null. */
export function formerTrace(state: State): Trace | null {
  const request = formerRequest(state);
  return request && traceFor(state, request);
}

/** The state to be drawn: while "before" is held, the model's own run where that has been computed. */
export function asShown(state: State): State {
  const former = state.before ? formerTrace(state) : null;
  return former ? { ...state, trace: former } : state;
}

/** What a figure of another file has asked for, as long as its view is on the stage. */
export const hostedWants = ({ wanted, view }: State): FigureWants =>
  wanted.view === view ? wanted : nothingWanted;

/** The state as that figure shows it: with its run in place of the reader's own. */
export function shownState(state: State): State {
  const { onShow } = hostedWants(state);
  return onShow ? { ...state, ...onShow } : state;
}
