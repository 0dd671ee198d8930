import { type SVGTemplateResult, svg } from 'lit';
import { place, type Scale } from '../render/color';
import { areMany, type StripBox, steps, stripShapes } from './strip-shapes';

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
    return areMany(shapes.length) ? shared(own).map(drawn) : own.map(drawn);
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
  box: StripBox,
): SVGTemplateResult {
  const { outlines, cuts } = stripShapes(values, box);
  return svg`${colouredShapes(values, scale, outlines)}${
    cuts && svg`<path class="cuts" d=${cuts} stroke="var(--paper)" stroke-width="1"></path>`
  }`;
}
