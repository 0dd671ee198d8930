import { found } from 'fovea-views/questions';
import { css, html, nothing, type TemplateResult } from 'lit';
import * as look from '../render/palette.css';
import type { Choice, Dispatch } from '../state/actions';
import type { State } from '../state/state';
import { firstTime, firstView, isOfTimeline, spanOf } from '../state/timeline';
import { views } from '../state/views';
import { msg } from '../words/msg';
import { moveRadio } from './keys';
import { goesBack, turnBack } from './loss-bar';

/** Switch between the steps one after another and other pictures of the whole. */
export const viewSwitchStyles = css`
  .views {
    ${look.row}
    gap: 0 14px;
    padding: 4px 0 8px;
    ${look.quiet}
  }
  .views button {
    min-height: 24px;
  }
  .views button:hover {
    ${look.offered}
  }
  .views .choices {
    display: contents;
  }
  .views :is([aria-checked='true'], [aria-pressed='true'], [aria-current]) {
    ${look.strong}
    ${look.chosenWord}
  }
`;

const choices = views.flatMap(({ id }) => {
  const choice = found[id]?.choice;
  return choice === undefined ? [] : [{ id, choice }];
});

/** What opens the end of what a view plays, on the way forward. */
export const placeOf = (view: string): Choice => ({
  view,
  time: spanOf(view)?.end ?? firstTime,
  backward: false,
});

/** A few views, and the way to all: `more` opens the list. */
export function viewSwitch(state: State, dispatch: Dispatch, more: () => void): TemplateResult {
  const shown = isOfTimeline(state.view) ? firstView : state.view;
  const at = choices.findIndex(({ id }) => id === shown);
  const choose = (index: number) =>
    dispatch({ type: 'choose', choice: placeOf(choices[index]?.id ?? firstView) });
  const way = html`<button type="button" aria-pressed=${state.backward} @click=${() => turnBack(state, dispatch)}>${msg`← from the loss`}</button>`;
  return html`<div class="views"><div
    class="choices"
    role="radiogroup"
    aria-label=${msg`What the picture shows`}
    @keydown=${(event: KeyboardEvent) => moveRadio(event, Math.max(0, at), choices.length, choose)}
  >
    ${choices.map(
      ({ choice }, i) => html`<button
        type="button"
        role="radio"
        aria-checked=${i === at}
        tabindex=${i === Math.max(0, at) ? 0 : -1}
        @click=${() => choose(i)}
      >${msg(choice)}</button>`,
    )}
  </div><button
    type="button"
    class="more"
    aria-haspopup="dialog"
    aria-current=${at < 0 ? 'true' : nothing}
    @click=${more}
  >${msg`find an answer …`}</button>${goesBack(state) ? way : nothing}</div>`;
}
