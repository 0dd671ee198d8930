import { css, html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { ownRun } from '../model/protocol';
import * as look from '../render/palette.css';
import type { Dispatch } from '../state/actions';
import { topGuesses } from '../state/prediction';
import type { State } from '../state/state';
import { formerTrace } from '../state/what-if/answers';
import { runOf } from '../state/what-if/history';
import { runInWords, wordsOf } from '../state/what-if/in-words';
import { guessText, sameGuess } from '../state/what-if/reading';
import { isOwn, sameRun } from '../state/what-if/run-text';
import { msg } from '../words/msg';
import { guessesOf } from './prediction';

/** What the reader has changed in how the model is run, and the way back. */
export const ledgerStyles = css`
  .ledger {
    ${look.wrapping}
    justify-content: space-between;
    gap: 0 24px;
    min-height: 24px;
    font-size: 13px;
    line-height: 24px;
  }
  .ledger p {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .ledger .ways {
    display: flex;
    gap: 16px;
  }
  .ledger button {
    ${look.underlined}
    text-decoration-thickness: 1px;
    white-space: nowrap;
  }
  .ledger button[aria-disabled='true'] {
    color: var(--ink-2);
    text-decoration: none;
    cursor: default;
  }
`;

/** A button that keeps the focus where there is nothing left for it to do. */
function way(text: string, possible: boolean, go: () => void): TemplateResult {
  return html`<button type="button" aria-disabled=${!possible} @click=${() => possible && go()}>${text}</button>`;
}

/** Where the run is not the model's own, or has been changed since the page was opened. */
const hasLedger = (state: State): boolean =>
  !isOwn(runOf(state)) || state.past.length + state.future.length > 0;

/** Where a slider is in the picture itself, it would be moved from under the pointer by a line above. */
const placeOf = ({ view }: State) => (view === 'what-if' ? 'below' : 'above');

/** The line above the picture, or below it; nothing where its place is the other. */
export function ledger(
  state: State,
  dispatch: Dispatch,
  place: ReturnType<typeof placeOf>,
): TemplateResult | typeof nothing {
  const { past, future, before } = state;
  const own = isOwn(runOf(state));
  if (place !== placeOf(state) || !hasLedger(state)) return nothing;
  const changed = before
    ? msg`before: the unchanged model`
    : runInWords(runOf(state), wordsOf(state)).join('; ');
  return html`<div class="ledger" role="group" aria-label=${msg`Changes`} part="ledger">
    <p>${own ? msg`Model unchanged` : html`<span aria-hidden="true">${before ? '◇' : '◆'}</span> ${changed}`}</p>
    <span class="ways">
      ${way(msg`undo`, past.length > 0, () => dispatch({ type: 'undo' }))}
      ${way(msg`redo`, future.length > 0, () => dispatch({ type: 'redo' }))}
      ${way(msg`reset`, !own, () => dispatch({ type: 'run', run: ownRun }))}
    </span>
  </div>`;
}

/** Whether there is such a line, or room has to be left for it. */
export const leavesLedger = (state: State): boolean =>
  placeOf(state) === 'below' || hasLedger(state);

/** "animal 99.8 %, was street 80.4 %"; empty without a prediction. */
function outcome(state: State): string {
  const { model, token } = state;
  const former = formerTrace(state);
  const [now] = guessesOf(state, 1);
  if (!now || !model) return '';
  const [was] = former ? topGuesses(former, model.vocabulary, token, 1) : [];
  const present = guessText(now);
  if (!was) return present;
  return sameGuess(now, was) ? msg`${present}, unchanged` : msg`${present}, was ${guessText(was)}`;
}

function spoken(state: State): string {
  const run = runOf(state);
  const own = isOwn(run);
  const { live, trace } = state;
  const waits = !trace || !sameRun(trace.encoding.run ?? ownRun, run);
  const told = state.view === 'what-if';
  if (live || waits || told || !hasLedger(state) || !(own || formerTrace(state))) return '';
  const words = own ? msg`Model unchanged` : runInWords(run, wordsOf(state)).join('; ');
  return [words, outcome(state)].filter(Boolean).join(': ');
}

/** What a live region says of a change, once its outcome is known; nothing while the reader drags. */
export const spokenRun = (state: State): unknown =>
  guard([state.trace, formerTrace(state), state.live], () => spoken(state));
