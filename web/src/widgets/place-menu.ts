import { css, html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { msgHtml } from '../render/msg-html';
import * as look from '../render/palette.css';
import type { Dispatch } from '../state/actions';
import type { State } from '../state/state';
import { msg } from '../words/msg';

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

export function menu({ name, options, chosen, hue, choose }: Menu): TemplateResult {
  const onChange = (event: Event) => choose((event.target as HTMLSelectElement).selectedIndex);
  return html`<select class="menu ${hue}" aria-label=${name} @change=${onChange}>
    ${options.map(
      (text, index) => html`<option .selected=${live(index === chosen)}>${text}</option>`,
    )}
  </select>`;
}

const ordinals = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(index + 1));

export function layerMenu(state: State, dispatch: Dispatch): TemplateResult {
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

export function headMenu(state: State, dispatch: Dispatch): TemplateResult {
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

export function tokenMenu(state: State, dispatch: Dispatch): TemplateResult {
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

export function placeMenu(state: State, dispatch: Dispatch): TemplateResult {
  if (!state.model || !state.trace) return html`<div class="where"></div>`;
  return html`<div class="where" role="group" aria-label=${msg`Where you are`}>
    ${layerMenu(state, dispatch)} <span aria-hidden="true">·</span>
    ${headMenu(state, dispatch)} <span aria-hidden="true">·</span>
    ${tokenMenu(state, dispatch)}
  </div>`;
}
