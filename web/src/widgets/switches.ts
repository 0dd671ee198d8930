import { html, nothing, type TemplateResult } from 'lit';
import type { Dispatch } from '../state/actions';
import type { State } from '../state/state';
import { runOf } from '../state/what-if/history';
import {
  isSwitched,
  type Switch,
  type SwitchId,
  settingOf,
  switches,
} from '../state/what-if/switches';
import { msg } from '../words/msg';
import { headToggles, layerChoices, valueChoices } from './switch-choices';
import { scopeChoices, switchAxis } from './switch-number';

export { switchesStyles } from './switches.css';

interface SwitchPanel {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly width: number;
  /** A switch that is elsewhere in the figure. */
  readonly without?: SwitchId;
}

/** "÷ √d_k" with its k lowered. */
function titleOf({ title }: Switch): unknown {
  const [name, lowered] = msg(title).split('_');
  return lowered ? html`${name}<sub>${lowered}</sub>` : name;
}

function controlOf({ state, dispatch, width }: SwitchPanel, of: Switch): unknown {
  if (of.id === 'heads') return headToggles(state, dispatch);
  if (of.id === 'layers') return layerChoices(state, dispatch);
  if (of.kind === 'values') return valueChoices(state, of, dispatch);
  return [switchAxis(state, of, Math.min(width, 640), dispatch), scopeChoices(state, of, dispatch)];
}

function switchRow(panel: SwitchPanel, of: Switch): unknown {
  const { state, dispatch } = panel;
  const { model } = state;
  if (!model) return nothing;
  const run = runOf(state);
  const open = state.panel.unfolded === of.id;
  const fold = () => dispatch({ type: 'panel', panel: { unfolded: open ? null : of.id } });
  return html`<button type="button" class="switch" data-switch=${of.id} aria-expanded=${open} @click=${fold}>
      <span>${isSwitched(run, of.id, model.config) ? '◆ ' : ''}${titleOf(of)}</span>
      <span>${settingOf(run, of, model.config)}</span>
    </button>
    ${open ? html`<div class="control">${controlOf(panel, of)}</div>` : nothing}`;
}

/** All switches, as part of a figure. */
export const switchList = (panel: SwitchPanel): TemplateResult =>
  html`<section class="switches" aria-label=${msg`Switches`} part="switches">
    <div class="list">
      ${switches.filter(({ id }) => id !== panel.without).map((of) => switchRow(panel, of))}
    </div>
  </section>`;

/** The switches behind one line. */
export function switchesPanel(panel: SwitchPanel): TemplateResult | typeof nothing {
  const { state, dispatch } = panel;
  if (!state.model || !state.trace) return nothing;
  const { open } = state.panel;
  return html`<section class="switches" aria-label=${msg`Switches`} part="switches">
    <button type="button" class="fold" aria-expanded=${open} @click=${() => dispatch({ type: 'panel', panel: { open: !open } })}>${msg`Switches`}</button>
    ${open ? html`<div class="list">${switches.map((of) => switchRow(panel, of))}</div>` : nothing}
  </section>`;
}
