import { found } from 'fovea-views/questions';
import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { msgHtml } from '../render/msg-html';
import * as look from '../render/palette.css';
import type { Choice, Dispatch } from '../state/actions';
import type { State } from '../state/state';
import { firstTime, firstView, isOfTimeline, spanOf } from '../state/timeline';
import { showsHead, showsLayer, views } from '../state/views';
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

/** The current layer, head and word in words; each is a menu. */
export const placeMenuStyles = css`
  .where {
    ${look.wrapping}
    gap: 0 0.5em;
    font-size: 13px;
  }
  .where label {
    white-space: nowrap;
  }
  .where .of-head {
    color: var(--weight);
  }
  .where .of-token {
    color: var(--query);
  }
`;

interface Menu {
  readonly name: string;
  readonly options: readonly string[];
  readonly chosen: number;
  readonly hue: string;
  readonly choose: (index: number) => void;
}

function menu({ name, options, chosen, hue, choose }: Menu): TemplateResult {
  const onChange = (event: Event) => choose((event.target as HTMLSelectElement).selectedIndex);
  return html`<select class="menu ${hue}" aria-label=${name} @change=${onChange}>
    ${options.map(
      (text, index) => html`<option .selected=${live(index === chosen)}>${text}</option>`,
    )}
  </select>`;
}

const ordinals = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(index + 1));

function layerMenu(state: State, dispatch: Dispatch): TemplateResult {
  const count = state.model?.config.num_hidden_layers ?? 0;
  const choose = (layer: number) => dispatch({ type: 'layer', layer });
  return html`<label>${msgHtml`Layer ${menu({
    name: msg`Layer`,
    options: ordinals(count),
    chosen: state.layer,
    hue: 'of-layer',
    choose,
  })} of ${count}`}</label>`;
}

function headMenu(state: State, dispatch: Dispatch): TemplateResult {
  const count = state.model?.config.num_attention_heads ?? 0;
  const choose = (head: number) => dispatch({ type: 'head', head });
  return html`<label>${msgHtml`Head ${menu({
    name: msg`Head`,
    options: ordinals(count),
    chosen: state.head,
    hue: 'of-head',
    choose,
  })} of ${count}`}</label>`;
}

function tokenMenu(state: State, dispatch: Dispatch): TemplateResult {
  const pieces = state.trace?.encoding.tokens.map((token) => token.piece) ?? [];
  const choose = (token: number) => dispatch({ type: 'focus', token });
  return html`<label>${msgHtml`seen from “${menu({
    name: msg`The word to look from`,
    options: pieces,
    chosen: state.token,
    hue: 'of-token',
    choose,
  })}”`}</label>`;
}

/** The menus of what the view is about; without `words` the word is chosen elsewhere. */
export function placeMenu(state: State, dispatch: Dispatch, words = true): TemplateResult {
  if (!state.model || !state.trace) return html`<div class="where"></div>`;
  const menus = [
    ...(showsLayer(state) ? [layerMenu(state, dispatch)] : []),
    ...(showsHead(state) ? [headMenu(state, dispatch)] : []),
    ...(words ? [tokenMenu(state, dispatch)] : []),
  ];
  const dot = words ? html`<span aria-hidden="true">·</span>` : nothing;
  return html`<div class="where" role="group" aria-label=${msg`Where you are`}>
    ${menus.map((each, i) => [i > 0 ? dot : nothing, each])}
  </div>`;
}
