import { dot } from '../marks';
import { type Curve, type Plot, placeOfX, placeOfY } from '../plot';
import type { Axis } from '../plot-axis';
import type { SvgMark } from '../scene';
import {
  type DepthSettings,
  layersOf,
  type Measure,
  type Measured,
  otherDepths,
  type Spread,
  shownWirings,
  type Wiring,
  wirings,
} from './study';

/** A round number of layers apart, and 0 as what it is. */
export const layerTicks = [0, 6, 12, 24, 36, 48];

const look = {
  pre: { tone: 'norm', width: 2.2 },
  post: { tone: 'norm', width: 1.4, opacity: 0.7 },
  none: { tone: 'ink', width: 1.8 },
} as const;

/** How a wiring's line is drawn, in the plots and in the legend. */
export const styleOf = ({ norm, path }: Wiring) => ({
  ...look[norm],
  ...(path ? {} : { dash: '5 3' }),
});

const nothing: Spread = { low: Number.NaN, middle: Number.NaN, high: Number.NaN };

/** At the words there are no weights of a layer. */
function lineOf(
  measured: Measured,
  depth: number,
  wiring: Wiring,
  measure: Measure,
): readonly Spread[] | null {
  const runs = measured.depths.get(depth)?.[wirings.indexOf(wiring)];
  if (!runs) return null;
  const [first = nothing, ...rest] = layersOf(runs, measure);
  return [measure === 'weights' ? nothing : first, ...rest];
}

const middles = (layers: readonly Spread[]): Curve['points'] =>
  layers.map(({ middle }, layer) => [layer, middle] as const);

/** The lines of other depths, faint. */
export function ghosts(
  measured: Measured,
  settings: DepthSettings,
  measure: Measure,
): readonly Curve[] {
  const depths = otherDepths.filter((depth) => depth !== settings.depth);
  return depths.flatMap((depth) =>
    shownWirings(settings).flatMap((wiring): readonly Curve[] => {
      const layers = lineOf(measured, depth, wiring, measure);
      const style = { ...styleOf(wiring), width: 1, opacity: 0.22 };
      return layers ? [{ points: middles(layers), ...style }] : [];
    }),
  );
}

/** The lines of the depth chosen: the middle of the seeds, and all of them as a band. */
export function curvesOf(
  measured: Measured,
  settings: DepthSettings,
  measure: Measure,
): readonly Curve[] {
  return shownWirings(settings).flatMap((wiring): readonly Curve[] => {
    const layers = lineOf(measured, settings.depth, wiring, measure);
    if (!layers) return [];
    const band = layers.map(({ low, high }, layer) => [layer, low, high] as const);
    return [{ points: middles(layers), band, ...styleOf(wiring) }];
  });
}

/** An axis from 0 to a round number above all values. */
export function fromZero(values: readonly number[]): Axis {
  const most = Math.max(1e-12, ...values.filter(Number.isFinite));
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.5, 2, 3, 5, 7.5].find((m) => m * power >= most * 1.02) ?? 10;
  return { from: 0, to: step * power };
}

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
