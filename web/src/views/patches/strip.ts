import { html, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { cssColor, signedScale } from '../../render/color';
import { patchSide } from './reading';

function cells(vector: Float32Array): readonly TemplateResult<2>[] {
  const bound = Math.max(...vector.map(Math.abs));
  const scale = signedScale('residual', bound);
  return [...vector].map(
    (x, i) => svg`<rect x=${i} width="1.02" height="1" fill=${cssColor(scale, x)}></rect>`,
  );
}

/** A vector as a row of cells, by colour; drawn again where it is another one. */
export const strip = (vector: Float32Array): TemplateResult =>
  html`<svg class="strip" viewBox="0 0 ${vector.length} 1" preserveAspectRatio="none" aria-hidden="true">${guard(
    [vector.buffer, vector.byteOffset],
    () => cells(vector),
  )}</svg>`;

const byte = (x = 0): number => Math.round(255 * x);

/** A patch by itself: its numbers, from 0 to 1, are red, green and blue of its pixels. */
export const patchPicture = (numbers: Float32Array): TemplateResult =>
  html`<svg class="patch" viewBox="0 0 ${patchSide} ${patchSide}" aria-hidden="true">${Array.from(
    { length: patchSide ** 2 },
    (_, i) => {
      const [red, green, blue] = [0, 1, 2].map((c) => byte(numbers[3 * i + c]));
      return svg`<rect x=${i % patchSide} y=${Math.floor(i / patchSide)} width="1.02" height="1.02" fill="rgb(${red} ${green} ${blue})"></rect>`;
    },
  )}</svg>`;
