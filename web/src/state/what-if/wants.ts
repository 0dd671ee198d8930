import { ownRun } from '../../model/protocol';
import type { State } from '../state';
import { formerRequest } from './answers';
import { type EncodeRequest, nothingWanted, type Wants } from './ask';
import { copiesIn } from './copies';
import { twinsWants } from './copy-map';
import { effectsWants } from './effects';
import { runOf } from './history';
import { hostedWants } from './hosted';
import { panelWants, whatIfWants } from './panel-wants';
import { sameRun } from './run-text';
import { searchWants } from './search';
import { otherRequest, twinRequests } from './twins';
import { whyWants } from './what-if';

export { answersTo, asShown, formerTrace, traceFor } from './answers';

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
