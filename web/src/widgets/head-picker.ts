import { css, html, nothing, type TemplateResult } from 'lit';
import type { ModelInfo } from '../model/protocol';
import { weightScale } from '../render/color';
import * as look from '../render/palette.css';
import type { Dispatch } from '../state/actions';
import { type HeadRole, rolesOfHead } from '../state/defaults';
import { weight } from '../state/format';
import type { HeadPlace, State } from '../state/state';
import { argmax } from '../state/vector';
import { gainOf } from '../state/what-if/hand';
import { contextOf } from '../state/why';
import { msg } from '../words/msg';
import { binned } from './bins';
import { thumbnail } from './cells-canvas';
import { linkButton } from './controls';
import { gainText } from './grip';
import { changeByKey, moveRadio } from './keys';

/** What a head was measured to do, and the measure: a mean weight, or how widely it spreads. */
export function measuredRole({ role, score }: HeadRole): string {
  const mean = weight(score, 2);
  return role === 'broad'
    ? msg`${msg(role)}, mean entropy ${mean}`
    : msg`${msg(role)}, mean weight ${mean}`;
}

/** All roles on one line; empty for none. */
export const measuredRoles = (roles: readonly HeadRole[]): string =>
  roles.map(measuredRole).join('; ');

/** Previews a head while the pointer or the keyboard focus is on its control. */
export function previewOf({ layer, head }: HeadPlace, dispatch: Dispatch) {
  return {
    show: () => dispatch({ type: 'preview', at: { layer, head } }),
    leave: () => dispatch({ type: 'preview', at: null }),
  };
}

/** The heads of a layer side by side: the weights of each, with the focus word's row framed. */
export const headPickerStyles = css`
  .heads .grid {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(28px, 1fr));
    gap: 8px;
    align-items: start;
    max-width: 520px;
    margin-top: 8px;
  }
  .heads button {
    display: block;
    width: 100%;
    ${look.quietest}
  }
  .heads .matrix {
    position: relative;
    display: block;
    border-radius: 1px;
  }
  .heads canvas.thumbnail {
    height: auto;
    aspect-ratio: 1;
  }
  .heads .row {
    position: absolute;
    right: -1px;
    left: -1px;
    box-sizing: border-box;
    min-height: 2px;
    border: 1px solid var(--ink);
    opacity: 0.45;
  }
  .heads .number {
    display: block;
    margin-top: 4px;
    text-align: center;
  }
  .heads .role {
    margin: 6px 0 0;
    ${look.quietest}
    line-height: 14px;
  }
  .heads [aria-checked='true'] {
    color: var(--ink);
  }
  .heads [aria-checked='true'] .number {
    ${look.ofHead}
  }
  .heads [aria-checked='true'] .matrix {
    outline: 2px solid var(--weight);
    outline-offset: 2px;
  }
  .heads [aria-checked='true'] .row {
    opacity: 0.9;
  }
  .heads button.mute {
    width: auto;
  }
`;

export interface HeadPicker {
  readonly state: State;
  readonly dispatch: Dispatch;
}

function headButton(head: number, model: ModelInfo, picker: HeadPicker): TemplateResult {
  const { state, dispatch } = picker;
  const tokens = state.trace?.encoding.tokens ?? [];
  const n = tokens.length;
  const weights = state.trace?.tensor(`layers.${state.layer}.attention.weights`).data;
  const data = (weights ?? new Float32Array()).subarray(head * n * n, (head + 1) * n * n);
  const most = tokens[argmax(data.subarray(state.token * n, (state.token + 1) * n))]?.piece;
  const chosen = head === state.head;
  const cells = binned({ data, rows: n, columns: n, keys: 'sum' });
  const preview = previewOf({ layer: state.layer, head }, dispatch);
  const target = { kind: 'head', layer: state.layer, head } as const;
  const hand = gainText(gainOfHead(state, head));
  const roles = rolesOfHead(model, state.layer, head).map(({ role }) => `, ${msg(role)}`);
  return html`<button
    type="button"
    role="radio"
    aria-checked=${chosen}
    aria-label=${msg`Head ${head + 1}, looks most at ${most}${roles.join('')}${hand && `, ${hand}`}`}
    tabindex=${chosen ? 0 : -1}
    @click=${() => dispatch({ type: 'head', head })}
    @keydown=${(event: KeyboardEvent) => changeByKey(event, target, dispatch)}
    @pointerenter=${preview.show}
    @pointerleave=${preview.leave}
    @focus=${preview.show}
    @blur=${preview.leave}
  >
    <span class="matrix">
      ${thumbnail({ ...cells, scale: weightScale })}
      <span
        class="row"
        .style=${`top: ${(100 * state.token) / n}%; height: ${100 / n}%`}
      ></span>
    </span>
    <span class="number">${hand && '◆'}${head + 1}</span>
  </button>`;
}

/** What the reader scaled a head of the layer by. */
function gainOfHead(state: State, head: number): number | null {
  const context = contextOf(state);
  const run = state.trace?.encoding.run;
  return context && run ? gainOf(run, { kind: 'head', layer: state.layer, head }, context) : 1;
}

/** Mutes the chosen head, or gives it back. */
function muteButton(state: State, dispatch: Dispatch): TemplateResult {
  const { layer, head } = state;
  const said = gainText(gainOfHead(state, head));
  const hand = said ? ({ kind: 'restore' } as const) : ({ kind: 'mute' } as const);
  const text = said ? msg`Head ${head + 1} is ${said}: reset it` : msg`Mute head ${head + 1}`;
  const target = { kind: 'head', layer, head } as const;
  return linkButton(text, () => dispatch({ type: 'change', target, hand }), 'underlined mute');
}

/** The measured role of the chosen head, if any. */
function measured({ layer, head }: State, model: ModelInfo) {
  const roles = rolesOfHead(model, layer, head);
  if (roles.length === 0) return nothing;
  return html`<p class="role">${head + 1}: ${measuredRoles(roles)}</p>`;
}

export function headPicker(picker: HeadPicker): TemplateResult | typeof nothing {
  const { state, dispatch } = picker;
  const choose = (head: number) => dispatch({ type: 'head', head });
  const { model, trace } = state;
  if (!model || !trace) return nothing;
  const count = model.config.num_attention_heads;
  return html`<section class="heads" part="heads">
    <div
      class="grid"
      role="radiogroup"
      aria-label=${msg`Head`}
      @keydown=${(event: KeyboardEvent) => moveRadio(event, state.head, count, choose)}
    >
      ${Array.from({ length: count }, (_, head) => headButton(head, model, picker))}
    </div>
    ${measured(state, model)} ${muteButton(state, dispatch)}
  </section>`;
}

/** The layers as a line of numbers. */
export const layerPickerStyles = css`
  .layers {
    ${look.wrapping}
    gap: 2px;
    color: var(--ink-2);
  }
  .layers button {
    min-width: 24px;
    min-height: 24px;
    text-align: center;
  }
  .layers [aria-checked='true'] {
    ${look.ofHead}
  }
`;

export function layerPicker(state: State, dispatch: Dispatch): TemplateResult | typeof nothing {
  const count = state.model?.config.num_hidden_layers ?? 0;
  if (count === 0) return nothing;
  const choose = (layer: number) => dispatch({ type: 'layer', layer });
  const button = (layer: number) => html`<button
    type="button"
    role="radio"
    aria-checked=${layer === state.layer}
    aria-label=${msg`Layer ${layer + 1}`}
    tabindex=${layer === state.layer ? 0 : -1}
    @click=${() => choose(layer)}
  >${layer + 1}</button>`;
  return html`<div
    class="layers"
    role="radiogroup"
    aria-label=${msg`Layer`}
    @keydown=${(event: KeyboardEvent) => moveRadio(event, state.layer, count, choose)}
  >
    <span aria-hidden="true">${msg`layer`}</span>
    ${Array.from({ length: count }, (_, layer) => button(layer))}
  </div>`;
}
