import { css, html, nothing, type TemplateResult } from 'lit';
import * as look from '../render/palette.css';
import type { Dispatch } from '../state/actions';
import type { State } from '../state/state';
import { msg } from '../words/msg';
import { moveRadio } from './keys';

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
