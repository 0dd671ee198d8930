import { count } from '../../state/format';
import { grouped } from '../../words/language';
import { later, msg } from '../../words/msg';
import { readMarks } from '../kit/depth/lines';
import {
  type DepthSettings,
  deepest,
  differenceText,
  layersText,
  type Measured,
  normName,
  readout,
  type SoftmaxRuns,
  sizeText,
  spreadAt,
  spreadOf,
  type Wiring,
  wirings,
} from '../kit/depth/study';
import { text } from '../kit/frame';
import type { Drawing } from '../kit/hosted-figure';
import { dot, line } from '../kit/marks';
import { type Curve, type Plot, placeOfX, placeOfY, plotMarks } from '../kit/plot';
import type { Box, SvgMark } from '../kit/scene';
import { drawPanel, panels } from './chart';
import {
  drawModel,
  drawWeights,
  type ModelLayers,
  modelCaption,
  type WeightSizes,
  weightsCaption,
} from './model';

const passed = (runs: SoftmaxRuns['plain']) => spreadOf(runs.map((run) => run.passed));

function curveOf(measured: Measured, of: 'scaled' | 'plain'): Curve {
  const at = measured.softmax.map((runs) => ({ dK: runs.dK, ...passed(runs[of]) }));
  return {
    points: at.map(({ dK, middle }) => [dK, middle] as const),
    band: at.map(({ dK, low, high }) => [dK, low, high] as const),
    tone: 'weight',
    ...(of === 'plain' && { dash: '5 3' }),
  };
}

const names = { scaled: later('divided by √dₖ'), plain: later('not divided') } as const;

function nameMark(plot: Plot, measured: Measured, of: 'scaled' | 'plain'): readonly SvgMark[] {
  const at = measured.softmax.find(({ dK }) => dK === 32) ?? measured.softmax.at(-1);
  if (!at) return [];
  const y = placeOfY(plot, passed(at[of]).middle);
  return [text(placeOfX(plot, at.dK) + 8, y - 10, msg(names[of]), { tone: 'ink' })];
}

/** The top of the axis: what passes is below it at every width. */
const most = 0.15;

/** How much of a gradient's length the softmax lets through as heads get wider, with and without √dₖ. */
function softmaxPlot(box: Box, measured: Measured) {
  const plot: Plot = {
    box,
    x: { from: 1, to: measured.softmax.at(-1)?.dK ?? 2, log: true },
    y: { from: 0, to: most },
    curves: [curveOf(measured, 'scaled'), curveOf(measured, 'plain')],
    below: {
      ticks: measured.softmax.map(({ dK }) => dK).filter((dK) => Math.log2(dK) % 2 === 0),
      write: String,
    },
    left: { ticks: [0, 0.05, 0.1, most] },
  };
  const marks = [
    ...plotMarks(plot),
    ...nameMark(plot, measured, 'scaled'),
    ...nameMark(plot, measured, 'plain'),
  ];
  return { plot, marks };
}

/** What was found at the greatest width. */
function softmaxCaption({ softmax }: Measured): string {
  const at = softmax.at(-1);
  if (!at) return '';
  const [scaled, plain] = [at.scaled, at.plain].map((runs) => sizeText(passed(runs).middle));
  return msg`With queries and keys of ${grouped(at.dK)} random numbers, ${scaled} of a gradient gets through the softmax if scores are divided by √${grouped(at.dK)}, and ${plain} if they are not.`;
}

/** The figures of the view, one chart each. */
export const charts = ['difference', 'gradient', 'softmax'] as const;
export type Chart = (typeof charts)[number];

export interface GradientsScene {
  readonly narrow: boolean;
  readonly settings: DepthSettings;
  readonly measured: Measured;
  readonly chart: Chart;
  /** What its lines are. */
  readonly note: string;
  /** The chart; null until something has been measured. The depth is dragged on the first two. */
  readonly drawing: (Drawing & { readonly plot: Plot }) | null;
  /** How many of the six encoders have been measured at this depth. */
  readonly ready: number;
  /** What was found, in a sentence; empty until it has been. */
  readonly caption: string;
  readonly overflow: string;
  readonly readout: string;
  readonly model: Drawing | null;
  readonly modelCaption: string;
  readonly weights: Drawing | null;
  readonly weightsCaption: string;
}

const numbersWidth = 46;
const namesWidth = 168;
const widest = 1440;

/** The axis of depth with its handle, below the lines. */
function handleMarks(plot: Plot, depth: number, y: number): readonly SvgMark[] {
  const { x, width } = plot.box;
  const at = placeOfX(plot, depth);
  return [
    line(x, y, x + width, y),
    { ...line(x, y, at, y, 'ink'), width: 4 },
    dot(at, y, 8, 'paper', { stroke: 'ink' }),
    text(Math.min(at, x + width - 24), y + 24, layersText(depth), {
      ...{ size: 13, tone: 'ink', bold: true, anchor: 'middle' },
    }),
  ];
}

function depthChart(of: 'difference' | 'gradient', shown: Shown): GradientsScene['drawing'] {
  const { measured, settings, drawn, hover } = shown;
  const width = Math.min(shown.width, widest);
  const own = { ...settings, depth: drawn };
  const end = settings.depth;
  const panel = panels[of];
  const names = width >= 560;
  const [left, right] = !names
    ? [numbersWidth, 14]
    : panel.named === 'left'
      ? [namesWidth, numbersWidth]
      : [numbersWidth, namesWidth];
  const box = { x: left, y: 14, width: width - left - right, height: names ? 300 : 220 };
  const { plot, marks } = drawPanel(panel, { box, names, end }, measured, own);
  const foot = box.y + box.height + 40;
  const at = hover === null ? null : Math.min(hover, drawn);
  return {
    ...{ width, height: foot + 34 },
    plot: { ...plot, box: { ...box, height: foot + 10 - box.y } },
    marks: [...marks, ...(at === null ? [] : readMarks(plot, at)), ...handleMarks(plot, end, foot)],
  };
}

function softmaxChart({ measured, width: all }: Shown): GradientsScene['drawing'] {
  if (measured.softmax.length < 2) return null;
  const width = Math.min(all, widest);
  const height = width >= 560 ? 300 : 220;
  const box = { x: numbersWidth, y: 14, width: width - numbersWidth - 24, height };
  return { width, height: height + 46, ...softmaxPlot(box, measured) };
}

function modelOf(model: ModelLayers | null, width: number): Drawing | null {
  if (!model) return null;
  const box = { x: numbersWidth, y: 12, width: width - numbersWidth - 14, height: 72 };
  return { width, height: 72 + 36, marks: drawModel(box, model) };
}

export interface Shown {
  readonly chart: Chart;
  readonly measured: Measured;
  readonly settings: DepthSettings;
  /** The depth whose lines are drawn: the one chosen, or the one before while that is measured. */
  readonly drawn: number;
  readonly width: number;
  /** The layer under the pointer. */
  readonly hover: number | null;
  /** The open model's own gradients, where there are any. */
  readonly model: ModelLayers | null;
  /** Which of its weights they would change, where that was added up. */
  readonly weights: WeightSizes | null;
  /** What they are of, in words, or why there are none. */
  readonly loss: string;
}

export function gradientsScene(shown: Shown): GradientsScene {
  const { chart, measured, settings, drawn, width, hover, model, weights, loss } = shown;
  const own = { ...settings, depth: drawn };
  const small = Math.min(width, 520);
  const hint = msg`Drag the line to any depth up to ${deepest} layers; hover over a layer to read it.`;
  const ready = wirings.filter((wiring) =>
    spreadAt(measured, [settings.depth, wiring], 'gradient', 0),
  ).length;
  const isDepth = chart !== 'softmax';
  return {
    ...{ narrow: width < 560, settings, measured, chart, ready },
    note: isDepth
      ? msg(panels[chart].note)
      : msg`how much of a random gradient gets through the softmax (½ at most), as heads get wider`,
    drawing: isDepth ? depthChart(chart, shown) : softmaxChart(shown),
    caption: isDepth ? (captionOf(measured, own)?.[chart] ?? '') : softmaxCaption(measured),
    overflow: isDepth ? overflowOf(measured, own) : '',
    readout: !isDepth ? '' : hover === null || ready === 0 ? hint : readout(measured, own, hover),
    model: modelOf(model, small),
    modelCaption: model ? modelCaption(model, loss) : loss,
    weights: weights && drawWeights(weights, small),
    weightsCaption: weights ? weightsCaption(weights) : '',
  };
}

type Middle = (wiring: Wiring) => number;

const find = (norm: Wiring['norm'], path: boolean): Wiring =>
  wirings.find((wiring) => wiring.norm === norm && wiring.path === path) as Wiring;

/** Below this, words are taken for one and the same. */
const one = 1e-6;

/** What became of a gradient of 1. */
function fate(x: number): string {
  if (!Number.isFinite(x)) return msg`grows beyond what a 32-bit number can hold`;
  if (x >= 1.5) return msg`grows ${sizeText(x)} times`;
  if (x <= 1 / 1.5) return msg`shrinks ${sizeText(1 / x)} times`;
  return msg`stays near its size, at ${sizeText(x)},`;
}

/** How far a gradient is from 1, as a factor above 1. */
const factor = (x: number): number => Math.max(x, 1 / x);

function gradientText(gradient: Middle): string {
  const [path, none] = [true, false].map((each) => fate(gradient(find('none', each))));
  const most = Math.max(
    ...wirings.filter(({ norm }) => norm !== 'none').map((each) => factor(gradient(each))),
  );
  return msg`Without a norm, the gradient ${path} with residual connections and ${none} without; with a norm, it changes by a factor of at most ${sizeText(most)}.`;
}

/** The first layer after which the words of every encoder without a path are one. */
function goneAfter(measured: Measured, depth: number): number | null {
  for (let layer = 1; layer <= depth; layer++) {
    const all = wirings
      .filter(({ path }) => !path)
      .map((wiring) => spreadAt(measured, [depth, wiring], 'difference', layer)?.middle ?? 1);
    if (Math.max(...all) < one) return layer;
  }
  return null;
}

/** What is left of the difference between words, without the path and with it. */
function differenceOf(measured: Measured, depth: number, difference: Middle): string {
  const gone = goneAfter(measured, depth);
  const [best = find('pre', true)] = wirings
    .filter(({ path }) => path)
    .sort((a, b) => difference(b) - difference(a));
  const [name, kept] = [normName(best.norm), differenceText(difference(best))];
  const most = Math.max(...wirings.filter(({ path }) => !path).map(difference));
  return gone === null
    ? msg`After layer ${depth}, at most ${differenceText(most)} of the difference between words is left without the connection, and ${kept} with it (${name}).`
    : msg`Without the connection, all words have become one vector by layer ${gone}; with it, ${name} still keeps a difference of ${kept} after layer ${depth}.`;
}

/** What was found at the depth chosen, in a sentence for each chart: null until all six have been measured. */
export function captionOf(
  measured: Measured,
  { depth }: DepthSettings,
): Readonly<Record<'difference' | 'gradient', string>> | null {
  if (!wirings.every((wiring) => spreadAt(measured, [depth, wiring], 'gradient', 0))) return null;
  const at =
    (measure: 'gradient' | 'difference', layer: number): Middle =>
    (wiring) =>
      spreadAt(measured, [depth, wiring], measure, layer)?.middle ?? Number.NaN;
  return {
    gradient: gradientText(at('gradient', 0)),
    difference: differenceOf(measured, depth, at('difference', depth)),
  };
}

function builtWith({ norm, path }: Wiring): string {
  if (norm === 'none' && path) return msg`with no norm and residual connections`;
  if (norm === 'none') return msg`with no norm and no residual connections`;
  return path
    ? msg`with ${normName(norm)} and residual connections`
    : msg`with ${normName(norm)} and no residual connections`;
}

/** Which of the seeds left the range of a float, where any did; empty where none did. */
export function overflowOf(measured: Measured, { depth }: DepthSettings): string {
  const found = wirings.flatMap((wiring, i) => {
    const runs = measured.depths.get(depth)?.[i] ?? [];
    const over = runs.filter(({ gradient }) => !Number.isFinite(gradient[0])).length;
    return over > 0 ? [{ wiring, over, of: runs.length }] : [];
  });
  return found
    .map(({ wiring, over, of }) => {
      const built = builtWith(wiring);
      return over === of
        ? msg`In all ${count(of)} encoders ${built}, the gradient overflows: there is no number to show.`
        : msg`In ${count(over)} of ${count(of)} encoders ${built}, the gradient overflows: there is no number to show.`;
    })
    .join(' ');
}
