import { later, msg } from '../../words/msg';
import { drawPanel, type Panel, panels } from '../kit/depth/panels';
import { layersText, readMarks, readout, sizeText } from '../kit/depth/reading';
import type { DepthSettings } from '../kit/depth/settings';
import {
  deepest,
  type Measured,
  type SoftmaxRuns,
  spreadAt,
  spreadOf,
  wirings,
} from '../kit/depth/study';
import { text, textWidth } from '../kit/frame';
import { dot, line } from '../kit/marks';
import { type Curve, type Plot, placeOfX, placeOfY, plotMarks } from '../kit/plot';
import type { Box, SvgMark } from '../kit/scene';
import type { Drawing } from '../kit/text-figure';
import { captionOf, overflowOf } from './caption';
import { drawModel, type ModelLayers, modelCaption } from './model-panel';
import { drawWeights, type WeightSizes, weightsCaption } from './weights-panel';

const passed = (runs: SoftmaxRuns['plain']) => spreadOf(runs.map((run) => run.passed));
const largest = (runs: SoftmaxRuns['plain']) => spreadOf(runs.map((run) => run.largest)).middle;

function curveOf(measured: Measured, of: 'scaled' | 'plain'): Curve {
  const at = measured.softmax.map((runs) => ({ dK: runs.dK, ...passed(runs[of]) }));
  return {
    points: at.map(({ dK, middle }) => [dK, middle] as const),
    band: at.map(({ dK, low, high }) => [dK, low, high] as const),
    tone: 'weight',
    ...(of === 'plain' && { dash: '5 3' }),
  };
}

const names = { scaled: later('divided by √d_k'), plain: later('not divided') } as const;

function nameMark(plot: Plot, measured: Measured, of: 'scaled' | 'plain'): readonly SvgMark[] {
  const at = measured.softmax.find(({ dK }) => dK === 32) ?? measured.softmax.at(-1);
  if (!at) return [];
  const y = placeOfY(plot, passed(at[of]).middle);
  return [text(placeOfX(plot, at.dK) + 8, y - 10, msg(names[of]), { tone: 'ink' })];
}

/** The top of the axis: what passes is below it at every width. */
const most = 0.15;

/** How much of a gradient's length the softmax lets through as heads get wider, with and without √d_k. */
function drawSoftmax(box: Box, measured: Measured): readonly SvgMark[] {
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
  return [
    ...plotMarks(plot),
    ...nameMark(plot, measured, 'scaled'),
    ...nameMark(plot, measured, 'plain'),
  ];
}

/** What was found at one width: that of the open model's heads, or 64. */
function softmaxCaption(measured: Measured, dK: number): string {
  const near = (runs: SoftmaxRuns) => Math.abs(Math.log(runs.dK / dK));
  const [at] = measured.softmax.slice().sort((a, b) => near(a) - near(b));
  if (!at) return '';
  const said = (runs: SoftmaxRuns['plain']) =>
    msg`the largest weight of a word is ${sizeText(largest(runs))}, and ${sizeText(passed(runs).middle)} of a gradient passes`;
  return msg`Queries and keys of ${at.dK} random numbers: divided by √${at.dK} ${said(at.scaled)}; not divided, ${said(at.plain)}.`;
}

/** Two columns, or one; in a narrow one the lines have no names beside them. */
export type Form = 'wide' | 'middle' | 'narrow';

export const formOf = (width: number): Form =>
  width >= 1160 ? 'wide' : width >= 560 ? 'middle' : 'narrow';

export interface GradientsScene {
  readonly form: Form;
  readonly settings: DepthSettings;
  readonly measured: Measured;
  /** Gradient and difference one above the other, and the plot that the depth is dragged on. */
  readonly pair: Drawing & { readonly plot: Plot };
  readonly stream: Drawing;
  readonly softmax: Drawing | null;
  readonly model: Drawing | null;
  /** How many of the six encoders have been measured at this depth. */
  readonly ready: number;
  readonly caption: readonly string[];
  readonly overflow: string;
  readonly softmaxCaption: string;
  readonly modelCaption: string;
  readonly weights: Drawing | null;
  readonly weightsCaption: string;
  readonly readout: string;
}

const gap = 32;

/** The columns' widths; two small panels stand side by side where there are two columns. */
function columnsOf(width: number): { pair: number; side: number; small: number } {
  if (formOf(width) !== 'wide') return { pair: width, side: width, small: width };
  const pair = Math.floor(width * 0.56);
  const side = width - gap - pair;
  return { pair, side, small: Math.floor((side - 24) / 2) };
}

/** Room left and right of a plot: its numbers, and names where there is room for them. */
function boxOf(width: number, top: number, height: number, sides: readonly [number, number]): Box {
  const [left, right] = sides;
  return { x: left, y: top, width: width - left - right, height };
}

const numbersWidth = 46;
const namesWidth = 168;

/** The heading of a panel over its box. */
const heading = (panel: Panel, below: boolean, y: number): readonly SvgMark[] => [
  text(0, y, msg(panel.title), { size: 15, tone: 'ink', serif: true, bold: true }),
  below ? text(0, y + 17, msg(panel.note)) : text(titleWidth(panel), y, msg(panel.note)),
];

const titleWidth = ({ title }: Panel): number => textWidth(msg(title), 16, true) * 1.06 + 10;

/** Whether there is no room for a panel's note beside its title. */
const isBelow = (panel: Panel, width: number): boolean =>
  width < Math.max(520, titleWidth(panel) + textWidth(msg(panel.note), 12));

/** The axis of depth with its handle, below the lower panel. */
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

function pairOf({ measured, settings, drawn, hover, width: all }: Shown): GradientsScene['pair'] {
  const own = { ...settings, depth: drawn };
  const end = settings.depth;
  const { pair: width } = columnsOf(all);
  const [upper, lower] = panels as readonly [Panel, Panel, Panel];
  const names = formOf(all) !== 'narrow';
  const sides = names ? ([namesWidth, namesWidth] as const) : ([numbersWidth, 14] as const);
  const below = isBelow(upper, width) || isBelow(lower, width);
  const head = below ? 44 : 28;
  const wide = formOf(all) === 'wide';
  const [high, lowHigh] = wide ? [240, 186] : names ? [208, 148] : [168, 138];
  const top = boxOf(width, head, high, sides);
  const low = boxOf(width, head + high + 24 + head, lowHigh, sides);
  const first = drawPanel(upper, { box: top, names, end }, measured, own);
  const second = drawPanel(lower, { box: low, names, end }, measured, own);
  const foot = low.y + low.height + 40;
  const at = hover === null ? null : Math.min(hover, drawn);
  return {
    width,
    height: foot + 34,
    plot: { ...first.plot, box: { ...top, height: foot + 10 - top.y } },
    marks: [
      ...heading(upper, below, 14),
      ...first.marks,
      ...heading(lower, below, head + high + 38),
      ...second.marks,
      ...[first.plot, second.plot].flatMap((plot) => (at === null ? [] : readMarks(plot, at))),
      ...handleMarks(first.plot, end, foot),
    ],
  };
}

const sideHeight = (width: number): number => (width >= 380 ? 168 : 132);

function streamOf({ measured, settings, drawn }: Shown, width: number): Drawing {
  const names = width >= 400;
  const high = sideHeight(width);
  const box = boxOf(width, 12, high, [numbersWidth, names ? 160 : 14]);
  const own = { ...settings, depth: drawn };
  const room = { box, names, end: settings.depth };
  const { marks } = drawPanel(panels[2] as Panel, room, measured, own);
  return { width, height: high + 36, marks };
}

function softmaxOf(measured: Measured, width: number): Drawing | null {
  if (measured.softmax.length < 2) return null;
  const high = sideHeight(width);
  const box = boxOf(width, 12, high, [numbersWidth, 14]);
  return { width, height: high + 36, marks: drawSoftmax(box, measured) };
}

function modelOf(model: ModelLayers | null, width: number): Drawing | null {
  if (!model) return null;
  const box = boxOf(width, 12, 72, [numbersWidth, 14]);
  return { width, height: 72 + 36, marks: drawModel(box, model) };
}

export interface Shown {
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

const hint = (): string =>
  msg`Drag the line to any depth up to ${deepest} layers; rest on a layer to read it.`;

export function gradientsScene(shown: Shown): GradientsScene {
  const { measured, settings, drawn, width, hover, model, weights, loss } = shown;
  const own = { ...settings, depth: drawn };
  const columns = columnsOf(width);
  const ready = wirings.filter((wiring) =>
    spreadAt(measured, [settings.depth, wiring], 'gradient', 0),
  ).length;
  return {
    ...{ form: formOf(width), settings, measured, ready },
    pair: pairOf(shown),
    stream: streamOf(shown, columns.small),
    softmax: softmaxOf(measured, columns.small),
    model: modelOf(model, columns.small),
    weights: weights && drawWeights(weights, columns.small),
    weightsCaption: weights ? weightsCaption(weights) : '',
    caption: captionOf(measured, own) ?? [],
    overflow: overflowOf(measured, own),
    softmaxCaption: softmaxCaption(measured, model?.dK ?? 64),
    modelCaption: model ? modelCaption(model, loss) : loss,
    readout: hover === null || ready === 0 ? hint() : readout(measured, own, hover),
  };
}
