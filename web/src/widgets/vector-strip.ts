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

/** Of more numbers than this, those in nearly the same colour share a shape, of so many shades to an end. */
const manyFrom = 33;
const steps = 12;

/**
 * A shape for each number, in its colour. The end of the scale lies over the colour of zero, as opaque
 * as the number is far from it, and the shapes of one end inherit their fill: browsers resolve that
 * several times faster than a mixed colour or a variable for each shape.
 */
export function colouredShapes(
  values: ArrayLike<number>,
  scale: Scale,
  outlines: readonly string[],
): SVGTemplateResult {
  const shapes = outlines.map((d, i) => ({ d, ...place(scale, values[i] ?? 0) }));
  const drawn = ({ d, t }: { d: string; t: number }) =>
    svg`<path d=${d} fill-opacity=${t.toFixed(3)}></path>`;
  const ofEnd = (negative: boolean) => {
    const own = shapes.filter(({ end }) => (end === 'negative') === negative);
    return shapes.length < manyFrom ? own.map(drawn) : shared(own).map(drawn);
  };
  const end = scale.kind === 'signed' ? scale.role : 'weight';
  return svg`<path class="zero" d=${outlines.join('')} fill="var(--zero)"></path><g
    fill="var(--${end})">${ofEnd(false)}</g><g fill="var(--negative)">${ofEnd(true)}</g>`;
}

/** One shape of each shade; always as many, so that a number on its way makes none anew. */
const shared = (shapes: readonly { readonly d: string; readonly t: number }[]) =>
  Array.from({ length: steps }, (_, i) => ({
    d: shapes.map(({ d, t }) => (Math.round(t * steps) === i + 1 ? d : '')).join(''),
    t: (i + 1) / steps,
  }));

/** A vector as a row of coloured cells; negative ones are cut by a minus. */
export function vectorStrip(
  values: ArrayLike<number>,
  scale: Scale,
  { x, y, width, height }: StripBox,
): SVGTemplateResult {
  const cell = width / values.length;
  const gap = Math.min(0.6, cell * 0.12);
  const [across, down] = [round(cell - gap), round(height)];
  const outline = (_: number, i: number) =>
    `M${round(x + i * cell)} ${y}h${across}v${down}h${-across}z`;
  const marks = cell >= 2.5 && height >= markFrom ? cuts(values, { x, y, width, height }) : '';
  return svg`${colouredShapes(values, scale, Array.from(values, outline))}${
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
