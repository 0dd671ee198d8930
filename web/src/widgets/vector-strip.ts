import { type SVGTemplateResult, svg } from 'lit';
import { place, type Scale } from '../render/color';

export interface StripBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Cells at least this tall mark a negative sign, so that colour is not the only cue. */
const markFrom = 8;

const round = (x: number) => Math.round(x * 100) / 100;

/**
 * A vector as a row of coloured cells; negative ones are cut by a minus. The end of the scale lies
 * over the colour of zero, as opaque as the number is far from it: browsers resolve that faster than
 * a mixed colour for each cell.
 */
export function vectorStrip(
  values: ArrayLike<number>,
  scale: Scale,
  { x, y, width, height }: StripBox,
): SVGTemplateResult {
  const cell = width / values.length;
  const gap = Math.min(0.6, cell * 0.12);
  const [across, down] = [round(cell - gap), round(height)];
  const left = (i: number) => round(x + i * cell);
  const outlines = Array.from(values, (_, i) => `M${left(i)} ${y}h${across}v${down}h${-across}z`);
  const cells = Array.from(values, (value, i) => {
    const { end, t } = place(scale, value);
    return svg`<rect x=${left(i)} y=${y} width=${across} height=${down}
      fill="var(--${end})" fill-opacity=${t.toFixed(3)}></rect>`;
  });
  const marks = cell >= 2.5 && height >= markFrom ? cuts(values, { x, y, width, height }) : '';
  return svg`<path class="zero" d=${outlines.join('')} fill="var(--zero)"></path>${cells}${
    marks && svg`<path class="cuts" d=${marks} stroke="var(--paper)" stroke-width="1"></path>`
  }`;
}

/** One path with a short dash in every negative cell. */
function cuts(values: ArrayLike<number>, { x, y, width, height }: StripBox): string {
  const cell = width / values.length;
  const middle = round(y + height / 2);
  const dash = (i: number) => `M${round(x + (i + 0.2) * cell)} ${middle}h${round(cell * 0.5)}`;
  return Array.from(values, (value, i) => (value < 0 ? dash(i) : '')).join('');
}
