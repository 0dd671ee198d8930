import { msg } from '../../words/msg';
import { flopParts, scoreBytes, tileBytes } from '../kit/cost';
import { text } from '../kit/frame';
import { dot } from '../kit/marks';
import { type Curve, type Plot, type Point, placeOfX, placeOfY, plotMarks } from '../kit/plot';
import type { Axis } from '../kit/plot-axis';
import type { Box, SvgMark } from '../kit/scene';
import { bytesText, type Measured, power, timedWords } from './amounts';
import { crossing, passFlops } from './caption';
import { type CostSettings, sliders } from './settings';

/** A plot with its marks, in a room of its own. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly plot: Plot;
  readonly marks: readonly SvgMark[];
}

const words = sliders.find(({ id }) => id === 'n')?.stops ?? [];

const wordsAxis: Axis = { from: words[0] ?? 1, to: words.at(-1) ?? 2, log: true };

/** Of the plot's room, what its rulers and the names of lines take. */
const margins = { left: 48, right: 92, above: 22, below: 24 };

function boxOf(width: number, height: number): Box {
  return {
    x: margins.left,
    y: margins.above,
    width: Math.max(60, width - margins.left - margins.right),
    height: height - margins.above - margins.below,
  };
}

const along = (of: (n: number) => number): readonly Point[] => words.map((n) => [n, of(n)]);

function logAxis(values: readonly number[]): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return {
    from: 10 ** Math.floor(Math.log10(low)),
    to: 10 ** Math.ceil(Math.log10(high)),
    log: true,
  };
}

const allValues = (curves: readonly Curve[]): readonly number[] =>
  curves.flatMap(({ points }) => points.map(([, y]) => y));

function drawing(
  width: number,
  height: number,
  plot: Plot,
  more: readonly SvgMark[] = [],
): Drawing {
  return { width, height, plot, marks: [...plotMarks(plot), ...more] };
}

/** Powers of ten, few enough not to crowd. */
function tens({ from, to }: Axis, most: number): readonly number[] {
  const [low, high] = [Math.round(Math.log10(from)), Math.round(Math.log10(to))];
  const step = Math.max(1, Math.ceil((high - low) / most));
  const ticks: number[] = [];
  for (let at = low; at <= high; at += step) ticks.push(10 ** at);
  return ticks;
}

const tenText = (x: number): string => `10${power(Math.round(Math.log10(x)))}`;

/** Operations of a pass against the words; attention is left out while the reader guesses. */
export function flopsPlot(settings: CostSettings, width: number, guessing: boolean): Drawing {
  const { shape } = settings;
  const height = 220;
  const of = (part: 'attention' | 'feedForward' | 'projections') =>
    along((n) => flopParts(shape, n)[part]);
  const attention: Curve = {
    points: of('attention'),
    tone: 'weight',
    label: msg`attention`,
    width: 2.4,
  };
  const others: readonly Curve[] = [
    { points: of('feedForward'), tone: 'feed-forward', label: msg`feed-forward` },
    { points: of('projections'), tone: 'query', label: msg`projections`, dash: '5 3' },
  ];
  const y = logAxis(allValues([attention, ...others]));
  const plot: Plot = {
    ...{ box: boxOf(width, height), x: wordsAxis, y, at: settings.words },
    curves: guessing ? others : [attention, ...others],
    left: { name: 'FLOPs', ticks: tens(y, 5), write: tenText },
    below: { name: msg`words` },
  };
  const at = crossing(settings);
  const [x, top] = [placeOfX(plot, at), placeOfY(plot, flopParts(shape, at).attention)];
  const crossed = at >= wordsAxis.from && at <= wordsAxis.to && !guessing;
  return drawing(width, height, plot, crossed ? [dot(x, top, 5, 'ink')] : []);
}

/** Memory of one layer's scores, and of a tile. */
export function memoryPlot(settings: CostSettings, width: number): Drawing {
  const height = 170;
  const curves: readonly Curve[] = [
    {
      points: along((n) => scoreBytes(settings.shape, n)),
      tone: 'weight',
      label: msg`all at once`,
    },
    {
      points: along((n) => Math.min(tileBytes, scoreBytes(settings.shape, n))),
      ...{ tone: 'ink', dash: '5 3', label: msg`in tiles` },
    },
  ];
  const y = logAxis(allValues(curves));
  return drawing(width, height, {
    ...{ box: boxOf(width, height), x: wordsAxis, y, curves, at: settings.words },
    left: { name: msg`a layer`, ticks: tens(y, 4), write: bytesText },
    below: { name: msg`words` },
  });
}

/** Times measured, and the line that the count of operations draws through the last of them; the count alone before. */
export function timesPlot(settings: CostSettings, { times }: Measured, width: number): Drawing {
  const height = 190;
  const measured = [...times];
  const last = measured.at(-1);
  const rate = last ? passFlops(settings, last[0]) / last[1] : 1;
  const points = timedWords.map((each): Point => [each, passFlops(settings, each) / rate]);
  const y = logAxis([...points.map(([, value]) => value), ...measured.map(([, value]) => value)]);
  const plot: Plot = {
    ...{ box: boxOf(width, height), x: { from: 8, to: 512, log: true }, y },
    curves: [{ points, tone: 'ink-2', dash: '5 3', label: msg`as counted` }],
    left: last
      ? { name: 'ms', ticks: tens(y, 4) }
      : { name: 'FLOPs', ticks: tens(y, 4), write: tenText },
    below: { name: msg`words`, ticks: timedWords },
  };
  const dots = measured.map(([each, value]) =>
    dot(placeOfX(plot, each), placeOfY(plot, value), 5, 'ink'),
  );
  const named = last
    ? [
        text(placeOfX(plot, last[0]) - 9, placeOfY(plot, last[1]) - 8, msg`measured`, {
          ...{ anchor: 'end', tone: 'ink', bold: true },
        }),
      ]
    : [];
  return drawing(width, height, plot, [...dots, ...named]);
}
