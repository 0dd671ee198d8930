import { placeOfWord, sumOver, wordPlaces } from '../../render/visible-words';
import { wordColumns } from './frame';
import { appear } from './keyframes';
import { path } from './marks';
import type { Box, Mark } from './scene';
import type { StepContext } from './step-context';

/** Width of weight 1, in pixels. */
const full = 10;

/**
 * An arc from the focus word to each word, as thick as its weight, and to the words beyond the window, as
 * thick as their weights together. They stand on the line `y`.
 */
export function fan(
  m: StepContext,
  head: number,
  { x, y, width, height }: Box,
  during: { readonly from: number; readonly to: number },
  layer = m.layer,
): readonly Mark[] {
  const row = m.trace.row(`layers.${layer}.attention.weights`, head, m.focus);
  const places = wordPlaces(m.shown);
  const n = places.length;
  const focus = placeOfWord(m.shown, m.focus);
  const { pitch, first } = wordColumns(n, width);
  const at = (i: number) => x + first + pitch * i;
  const from = at(focus);
  const keys = appear(during.from, during.to);
  return places.map((place, i) => {
    const w = sumOver(place, row);
    const thick = Math.max(0.4, full * w);
    const opacity = w < 0.04 ? 0.35 : 1;
    if (i === focus) {
      return path(`M${from} ${y}v${-Math.max(3, height * 0.3 * w + 4)}`, {
        stroke: 'weight',
        width: thick,
        opacity,
        keys,
      });
    }
    const to = at(i);
    const rise = height * (0.25 + 0.75 * (Math.abs(i - focus) / Math.max(1, n - 1)));
    const d = `M${from} ${y}C${from} ${y - rise * 1.3} ${to} ${y - rise * 1.3} ${to} ${y}`;
    return path(d, { stroke: 'weight', width: thick, opacity, keys });
  });
}
