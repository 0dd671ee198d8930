import { html, svg, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { cssColor, cssInk, signedScale } from '../../render/color';
import { signed } from '../../state/format';
import { spokenLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import { numberTable } from '../kit/figure-view';
import { placeOf } from './focus';
import { patchesAcross, type Reading } from './reading';
import { tokenText } from './seen-panel';

const scale = signedScale('residual', 1);

/** How alike the position vectors of two tokens are: their cosine. */
export function likeness(reading: Reading, a: number, b: number): number {
  const [x, y] = [a, b].map((token) => reading.row('embedding.positions', token));
  if (!x || !y) return 0;
  let [product, ofX, ofY] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    product += (x[i] ?? 0) * (y[i] ?? 0);
    ofX += (x[i] ?? 0) ** 2;
    ofY += (y[i] ?? 0) ** 2;
  }
  return ofX && ofY ? product / Math.sqrt(ofX * ofY) : 0;
}

const tokens = Array.from({ length: patchesAcross ** 2 }, (_, i) => i + 1);

/** The least likeness has the colour of zero. */
const colourAt = (value: number, least: number): number => (value - least) / (1 - least || 1);

/** The patch one further, or one back where there is none, along rows or columns. */
function neighbour(from: number, axis: 0 | 1): number {
  const place = placeOf(from)[axis];
  const step = axis === 0 ? patchesAcross : 1;
  return from + (place + 1 < patchesAcross ? step : -step);
}

/** What the map shows, in a sentence. */
export function positionText(reading: Reading, from: number): string {
  const of = (to: number) => signed(likeness(reading, from, to));
  const least = [...tokens].sort((a, b) => likeness(reading, from, a) - likeness(reading, from, b));
  const [far = 1] = least;
  return msg`The cosine is ${of(neighbour(from, 1))} with the next patch, ${of(neighbour(from, 0))} with the one above or below, and smallest, ${of(far)}, with ${tokenText(far)}. Half of a position’s ${reading.width} numbers encode the row, half the column.`;
}

function map(reading: Reading, from: number, width: number): TemplateResult {
  const cell = width / patchesAcross;
  const of = (to: number) => likeness(reading, from, to);
  const least = Math.min(...tokens.map(of));
  const cells = tokens.map((to) => {
    const [row, column] = placeOf(to);
    const shade = colourAt(of(to), least);
    return svg`<rect class=${to === from ? 'own' : ''} x=${column * cell + 1} y=${row * cell + 1} width=${cell - 2} height=${cell - 2} fill=${cssColor(scale, shade)}></rect>
      <text x=${(column + 0.5) * cell} y=${(row + 0.5) * cell + 4} fill=${cssInk(scale, shade)}>${signed(of(to))}</text>`;
  });
  return html`<div class="side-by-side"><svg class="positions" width=${width} height=${width} role="img" aria-label=${msg`How similar each patch’s position is to that of ${tokenText(from)}`}>${cells}</svg>
    <p>${positionText(reading, from)}</p></div>
    ${numberTable({
      title: msg`Similarity of positions to ${tokenText(from)}`,
      columns: Array.from({ length: patchesAcross }, (_, i) => String(i + 1)),
      rows: Array.from({ length: patchesAcross }, (_, row): readonly [string, ...string[]] => [
        String(row + 1),
        ...tokens.slice(row * patchesAcross, (row + 1) * patchesAcross).map((to) => signed(of(to))),
      ]),
    })}`;
}

/** A patch's position against all others', laid out as the patches are. No picture changes it. */
export const positionMap = (reading: Reading, from: number, width: number): unknown =>
  guard([reading.tokens, from, width, spokenLanguage()], () => map(reading, from, width));
