import { msg } from '../../words/msg';
import { type Curve, type Plot, plotMarks } from '../kit/plot';
import type { Drawing } from '../kit/text-figure';
import type { Compared } from './batch';

const height = 180;

function drawn(width: number, curves: readonly Curve[], count: number, name: string): Drawing {
  const values = curves.flatMap(({ points, band = [] }) => [
    ...points.map(([, y]) => y),
    ...band.flatMap(([, low, high]) => [low, high]),
  ]);
  const [low, high] = [Math.min(...values, 0), Math.max(...values, 0)];
  const room = (high - low) * 0.08 || 1;
  const plot: Plot = {
    box: { x: 40, y: 22, width: Math.max(60, width - 40 - 78), height: height - 50 },
    ...{
      x: { from: 1, to: Math.max(2, count) },
      y: { from: low - room, to: high + room },
      curves,
      at: count,
    },
    left: { name },
    below: { ticks: Array.from({ length: count }, (_, i) => i + 1), write: String },
  };
  return { width, height, marks: plotMarks(plot) };
}

/** The mean that each norm takes away, with a deviation on either side, as sentences are added. */
export function statisticsPlot(all: readonly Compared[], width: number): Drawing {
  const curve = (of: 'layer' | 'batch', tone: Curve['tone'], label: string): Curve => ({
    points: all.map((each) => [each.sentences, each[of].mean]),
    band: all.map(({ sentences, [of]: { mean, deviation } }) => [
      sentences,
      mean - deviation,
      mean + deviation,
    ]),
    ...{ tone, label, width: 2.4, ...(of === 'batch' && { dash: '5 3' }) },
  });
  const curves = [curve('layer', 'norm', 'LayerNorm'), curve('batch', 'query', 'BatchNorm')];
  return drawn(width, curves, all.length, msg`mean`);
}

/** The same number of the same word, as each norm hands it on. */
export function numberPlot(all: readonly Compared[], width: number): Drawing {
  const curve = (of: 'byLayer' | 'byBatch', tone: Curve['tone'], label: string): Curve => ({
    points: all.map((each) => [each.sentences, each[of]]),
    ...{ tone, label, width: 2.4, ...(of === 'byBatch' && { dash: '5 3' }) },
  });
  const curves = [curve('byLayer', 'norm', 'LayerNorm'), curve('byBatch', 'query', 'BatchNorm')];
  return drawn(width, curves, all.length, msg`number`);
}
