import { msg } from '../../../words/msg';
import { dot } from '../marks';
import { type Plot, placeOfX, placeOfY } from '../plot';
import { tickText } from '../plot-axis';
import type { SvgMark } from '../scene';
import { type DepthSettings, isShown } from './settings';
import { type Measure, type Measured, nameOf, spreadAt, wirings } from './study';

/** How deep an encoder is. */
export const layersText = (depth: number): string => msg`${depth} {0:layer|layers}`;

/** A size of any magnitude with two digits: `.13`, `7 · 10⁶`. What left the range of a float: `overflow`. */
export const sizeText = (x: number): string =>
  Number.isFinite(x) ? tickText(Number(x.toPrecision(2))) : msg`overflow`;

/** Below this, what is left of a difference is what float32 rounds off. */
const rounding = 1e-12;

/** A difference between words: `<10⁻¹²` where it is but rounding. */
export const differenceText = (x: number): string =>
  x < rounding ? `<${tickText(rounding)}` : sizeText(x);

/** As the measure is written. */
export const textOf = (measure: Measure, x: number): string =>
  measure === 'difference' ? differenceText(x) : sizeText(x);

/** The dots of a layer that is read. */
export function readMarks(plot: Plot, layer: number): readonly SvgMark[] {
  const x = placeOfX(plot, layer);
  return plot.curves
    .filter(({ band }) => band)
    .flatMap(({ points, tone }) => {
      const y = placeOfY(plot, points[layer]?.[1] ?? Number.NaN);
      const inside = y >= plot.box.y - 1 && y <= plot.box.y + plot.box.height + 1;
      return inside ? [dot(x, y, 3.5, 'paper', { stroke: tone })] : [];
    });
}

/** The numbers of all lines that are on show, at a layer each. */
function numbersAt(
  measured: Measured,
  settings: DepthSettings,
  layers: Readonly<Record<'gradient' | 'difference', number>>,
): string {
  const numbers = wirings
    .filter((wiring) => isShown(settings, wiring))
    .flatMap((wiring) => {
      const of = (measure: 'gradient' | 'difference') =>
        spreadAt(measured, [settings.depth, wiring], measure, layers[measure])?.middle;
      const [gradient, difference] = [of('gradient'), of('difference')];
      if (gradient === undefined || difference === undefined) return [];
      return msg`${nameOf(wiring)}: gradient ${sizeText(gradient)}, difference ${differenceText(difference)}`;
    });
  return `${numbers.join('; ')}.`;
}

/** What is read at a layer. */
export function readout(measured: Measured, settings: DepthSettings, layer: number): string {
  const at = Math.min(layer, settings.depth);
  return msg`After layer ${at}: ${numbersAt(measured, settings, { gradient: at, difference: at })}`;
}

/** The same of both ends: the gradient where it ends, the difference where it is least. */
export function spoken(measured: Measured, settings: DepthSettings): string {
  const { depth } = settings;
  const numbers = numbersAt(measured, settings, { gradient: 0, difference: depth });
  return msg`${layersText(depth)}. Gradient at the words, difference at the end: ${numbers}`;
}
