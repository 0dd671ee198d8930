import { css, html, type TemplateResult } from 'lit';
import { ownRun } from '../../model/protocol';
import * as look from '../../render/palette.css';
import type { Dispatch } from '../../state/actions';
import { type ActivationId, activations } from '../../state/dataflow/kinds/activation';
import { withSettings } from '../../state/settings';
import { withOption } from '../../state/what-if/run-text';
import { msg } from '../../words/msg';
import type { StepContext } from '../kit/step-context';
import { activationOf, strongestUnits, unitOf, unitSetting } from './units';

export const controlsStyles = css`
  .choose {
    ${look.row}
    gap: 2px 24px;
    margin: 0 0 8px;
    font-size: 13px;
  }
  .choose [role='group'] {
    ${look.wrapping}
    gap: 2px 6px;
  }
  .choose button {
    min-width: 28px;
    min-height: 28px;
    padding: 2px 8px;
    border: 1px solid var(--line);
    border-radius: 3px;
    text-align: center;
  }
  .choose button:hover {
    border-color: var(--ink);
  }
  .choose [aria-pressed='true'] {
    border-color: var(--ink);
    ${look.inverted}
    font-weight: 700;
  }
`;

const button = (name: string, pressed: boolean, press: () => void): TemplateResult =>
  html`<button type="button" aria-pressed=${pressed} @click=${press}>${name}</button>`;

function nameOf(id: ActivationId | 'none', own: boolean): string {
  const name = id === 'none' ? msg`none` : activations[id].name;
  return own ? msg`${name} (its own)` : name;
}

/** The activation of all layers: the text is run again. */
function activationSwitch(m: StepContext, dispatch: Dispatch): TemplateResult {
  const own = m.model.config.hidden_act;
  const all = [...new Set([own, 'relu', 'gelu', 'silu', 'none'] as const)];
  const { run = ownRun } = m.trace.encoding;
  const choose = (id: string) => {
    const structure = withOption(run.structure, 'activation', id === own ? null : id);
    dispatch({ type: 'run', run: { ...run, structure } });
  };
  return html`<div role="group" aria-label=${msg`Activation`}><span>${msg`activation`}</span>
    ${all.map((id) =>
      button(nameOf(id, id === own), activationOf(m) === id, () => choose(id)),
    )}</div>`;
}

const offered = 6;

/** The strongest units at the word in focus, and the one that is looked at. */
function unitSwitch(m: StepContext, dispatch: Dispatch): TemplateResult {
  const units = strongestUnits(m, offered);
  const choose = (unit: number) => {
    const settings = withSettings(m.state.settings, { [unitSetting]: String(unit + 1) });
    dispatch({ type: 'choose', choice: { settings } });
  };
  return html`<div role="group" aria-label=${msg`Unit`}><span>${msg`strongest units`}</span>
    ${units.map((unit) => button(String(unit + 1), unit === unitOf(m), () => choose(unit)))}</div>`;
}

export const controls = (m: StepContext, dispatch: Dispatch): TemplateResult =>
  html`<div class="choose">${activationSwitch(m, dispatch)} ${unitSwitch(m, dispatch)}</div>`;
