import { css, html, nothing, type TemplateResult } from 'lit';
import * as look from '../render/palette.css';
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
import { numberAxisStyles } from './number-axis';
import { headToggles, layerChoices, valueChoices } from './switch-choices';
import { scopeChoices, switchAxis } from './switch-number';

/** The switches in a list or, where there is room, in columns; the control of one unfolds below it. */
export const switchesStyles = css`
  ${numberAxisStyles}
  .switches {
    font-size: 12px;
  }
  .switches .fold {
    ${look.spread}
    width: 100%;
    min-height: 24px;
    align-items: center;
    font-weight: 700;
  }
  .switches .fold::after {
    content: '▸';
    font-weight: 400;
  }
  .switches .fold[aria-expanded='true']::after {
    content: '▾';
  }
  .switches .list {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(160px, 100%), 1fr));
    grid-auto-flow: dense;
    gap: 0 32px;
  }
  .switches .switch {
    ${look.spread}
    gap: 8px;
    width: 100%;
    min-height: 24px;
    line-height: 24px;
    white-space: nowrap;
  }
  .switches .switch span:last-child {
    overflow: hidden;
    text-overflow: ellipsis;
    ${look.underlined}
  }
  .switches .switch[aria-expanded='true'] {
    font-weight: 700;
  }
  .switches .control {
    grid-column: 1 / -1;
    min-width: 0;
    margin-bottom: 8px;
    padding: 8px 0;
    border-block: 1px solid var(--line);
  }
  :is(.switches, .scopes) .choices {
    display: grid;
    gap: 2px 6px;
    max-width: 420px;
    align-items: center;
  }
  :is(.switches, .scopes) .choices small {
    ${look.quietest}
  }
  :is(.switches, .scopes) .choice {
    min-height: 24px;
    padding: 0 4px;
    border: 1px solid var(--line);
    font-size: 11px;
    ${look.ellipsis}
  }
  :is(.switches, .scopes) .choice:hover {
    border-color: var(--ink);
  }
  :is(.switches, .scopes) .choice[aria-pressed='true'] {
    border: 2px solid var(--ink);
    font-weight: 700;
  }
  .switches .toggles {
    display: grid;
    gap: 2px;
    align-items: center;
  }
  .switches .toggles small {
    padding-right: 4px;
    color: var(--ink-2);
  }
  .switches .toggle {
    min-height: 24px;
    border: 1px solid var(--ink-2);
    font-size: 11px;
    text-align: center;
  }
  .switches .toggle[aria-pressed='false'] {
    border-style: dashed;
    color: var(--ink-2);
    text-decoration: line-through;
  }
  .switches .toggle:is(:hover, :focus-visible) {
    ${look.lifted}
  }
  .switches .toggle.turns {
    font-weight: 700;
    border-width: 2px;
  }
  .scopes {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(100px, 1fr));
    gap: 2px 8px;
  }
  .scopes .choice {
    ${look.row}
    justify-content: space-between;
    align-content: center;
    gap: 0 8px;
    line-height: 14px;
    text-align: start;
  }
  .switches .control p {
    margin: 4px 0 0;
    ${look.quietest}
    line-height: 15px;
    min-height: 30px;
  }
`;

interface SwitchPanel {
  readonly state: State;
  readonly dispatch: Dispatch;
  readonly width: number;
  /** A switch that is elsewhere in the figure. */
  readonly without?: SwitchId;
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
      <span>${isSwitched(run, of.id, model.config) ? '◆ ' : ''}${msg(of.title)}</span>
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
