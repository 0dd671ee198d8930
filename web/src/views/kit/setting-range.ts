import { css, html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { ownRun } from '../../model/protocol';
import * as look from '../../render/palette.css';
import type { Dispatch } from '../../state/actions';
import { withSettings } from '../../state/settings';
import { gainOf, type Target } from '../../state/what-if/hand';
import { gainText } from '../../widgets/grip';
import { msg } from '../../words/msg';
import { text } from './frame';
import { handle } from './marks';
import type { Mark } from './scene';
import type { StepContext } from './step-context';

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

const size = 24;

/** What a part is scaled by in the run on show; null where it is set otherwise. */
export const gainIn = (m: StepContext, target: Target): number | null =>
  gainOf(m.trace.encoding.run ?? ownRun, target, m.context);

/** Where it is written what the part is scaled by, from the knob's middle. */
const places = {
  above: { dx: 0, dy: -13, anchor: 'middle' },
  below: { dx: 0, dy: 22, anchor: 'middle' },
  left: { dx: -14, dy: 4, anchor: 'end' },
  right: { dx: 16, dy: 4, anchor: 'start' },
} as const;

/** The reader's hand on a part of the picture: scales it when dragged, mutes it when pressed. */
export function knob(
  m: StepContext,
  [x, y]: readonly [number, number],
  target: Target,
  what: string,
  side?: keyof typeof places,
): readonly Mark[] {
  const gain = gainIn(m, target);
  const said = gainText(gain);
  const box = { x: x - size / 2, y: y - size / 2, width: size, height: size };
  const label = msg`${what}${said && `, ${said}`}. Up and down scale it, M mutes it`;
  const knobbed = handle(
    box,
    label,
    { kind: 'hand', target, gain },
    {
      look: 'knob',
      text: said ? '◆' : '',
      chosen: said !== '',
    },
  );
  if (!said || !side) return [knobbed];
  const { dx, dy, anchor } = places[side];
  return [knobbed, text(x + dx, y + dy, said, { tone: 'ink', bold: true, anchor })];
}
