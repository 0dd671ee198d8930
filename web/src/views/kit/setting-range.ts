import { css, html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import * as look from '../../render/palette.css';
import type { Dispatch } from '../../state/actions';
import { withSettings } from '../../state/settings';

/** A whole number of a figure's own settings, set by a slider. */
export interface SettingRange {
  /** Under which the settings hold it. */
  readonly id: string;
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly at: number;
  /** What it stands for, beside the slider. */
  readonly says: string;
}

export const rangeStyles = css`
  .setting {
    ${look.row}
    align-items: center;
    justify-content: center;
    gap: 2px 12px;
    margin: 4px 0;
    font-size: 13px;
  }
  .setting input {
    width: min(260px, 60vw);
    accent-color: var(--ink);
  }
`;

export function settingRange(
  { id, label, from, to, at, says }: SettingRange,
  settings: string,
  dispatch: Dispatch,
): TemplateResult {
  const choose = (event: Event) => {
    const { value } = event.target as HTMLInputElement;
    dispatch({ type: 'choose', choice: { settings: withSettings(settings, { [id]: value }) } });
  };
  return html`<label class="setting">${label}
    <input type="range" min=${from} max=${to} step="1" .value=${live(String(at))} aria-valuetext=${says} @input=${choose} />
    <span>${says}</span></label>`;
}
