import { type SVGTemplateResult, svg } from 'lit';
import { cssColor, type Scale } from '../render/color';

export interface StripBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Cells at least this tall mark a negative sign, so that colour is not the only cue. */
const markFrom = 8;

const round = (x: number) => Math.round(x * 100) / 100;

/** A vector as a row of coloured cells; negative ones are cut by a minus. */
export function vectorStrip(
  values: ArrayLike<number>,
  scale: Scale,
  { x, y, width, height }: StripBox,
): SVGTemplateResult {
  const cell = width / values.length;
  const gap = Math.min(0.6, cell * 0.12);
  const cells = Array.from(values, (value, i) => {
    const at = round(x + i * cell);
    return svg`<rect x=${at} y=${y} width=${round(cell - gap)} height=${height}
      fill=${cssColor(scale, value)}></rect>`;
  });
  const marks = cell >= 2.5 && height >= markFrom ? cuts(values, { x, y, width, height }) : '';
  return svg`${cells}${marks && svg`<path d=${marks} stroke="var(--paper)" stroke-width="1"></path>`}`;
}

/** One path with a short dash in every negative cell. */
function cuts(values: ArrayLike<number>, { x, y, width, height }: StripBox): string {
  const cell = width / values.length;
  const middle = round(y + height / 2);
  const dash = (i: number) => `M${round(x + (i + 0.2) * cell)} ${middle}h${round(cell * 0.5)}`;
  return Array.from(values, (value, i) => (value < 0 ? dash(i) : '')).join('');
}
