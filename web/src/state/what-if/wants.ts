import { ownRun } from '../../model/protocol';
import { parametersOf } from '../dataflow/graph';
import type { State } from '../state';
import { viewOf } from '../views';
import { graphOf } from '../why';
import { formerRequest, hostedWants, shownState } from './answers';
import { type EncodeRequest, nothingWanted, type Wants } from './ask';
import { twinsWants } from './copy-map';
import { effectsWants } from './effects';
import { runOf } from './history';
import { copiesIn, sameRun } from './run-text';
import { panelWants, whatIfWants } from './switch-asks';
import { otherRequest, searchWants, twinRequests } from './twins';
import { whyWants } from './what-if';

/** What a view wants computed beside the trace on show, by the view's name. */
const wantsOfViews: ReadonlyMap<string, (state: State) => Wants> = new Map([
  ['what-if', whatIfWants],
  ['effects', effectsWants],
  ['twins', twinsWants],
]);

/** The film ends with the other word. */
const filmWants = (state: State): Wants =>
  state.film ? { traces: twinRequests(state), asks: [] } : nothingWanted;

/** What else is wanted, whichever the view: by a figure of another file, by what is open, by a search. */
const wantsOfPage: readonly ((state: State) => Wants)[] = [
  hostedWants,
  whyWants,
  panelWants,
  searchWants,
  filmWants,
];

/** Whether the trace on show is of the run that the reader has chosen, and that one stays for now. */
const isSettled = (state: State): boolean =>
  !state.live && sameRun(state.trace?.encoding.run ?? ownRun, runOf(state));

/** The run that the text on show takes numbers from; null where it takes none. */
const copiedRequest = (state: State): EncodeRequest | null =>
  copiesIn(runOf(state)).length > 0 ? otherRequest(state) : null;

/** What is to be computed for what is on the screen, beside the trace of the sentence. */
export function wantsOf(state: State): Wants {
  if (!state.model || !state.trace) return nothingWanted;
  const first = [copiedRequest(state), formerRequest(state)].filter((request) => request !== null);
  const asked = [wantsOfViews.get(state.view) ?? (() => nothingWanted), ...wantsOfPage].map(
    (wants) => wants(state),
  );
  return {
    traces: [...first, ...asked.flatMap((wants) => wants.traces)],
    // While the reader drags, the worker is there for the picture alone.
    asks: isSettled(state) ? asked.flatMap((wants) => wants.asks) : [],
  };
}

/** Names of the parameters that what is on the screen needs and that have not been fetched yet. */
export function neededParameters(shown: State): readonly string[] {
  const state = shownState(shown);
  if (!state.model || !state.trace) return [];
  const graph = graphOf(state.model, state.trace);
  const unfolded = viewOf(state.view)?.unfoldsTensors ?? [];
  const onStage = unfolded.map((name) => name.replace('{l}', String(state.layer)));
  const asked = state.trail.map((cell) => cell.name);
  const wanted = hostedWants(state).tensors ?? [];
  const names = [...onStage, ...wanted, ...asked].flatMap((name) => parametersOf(graph, name));
  return [...new Set(names)].filter((name) => !state.parameters.has(name));
}
