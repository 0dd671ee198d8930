import { later, msg } from '../../words/msg';
import { curvesOf, fromZero, ghosts } from '../kit/depth/lines';
import { layerTicks } from '../kit/depth/panels';
import { layersText, readMarks, sizeText } from '../kit/depth/reading';
import type { DepthSettings } from '../kit/depth/settings';
import {
  deepest,
  type Measure,
  type Measured,
  normName,
  spreadAt,
  wirings,
} from '../kit/depth/study';
import { text, textWidth } from '../kit/frame';
import { dot, line, rect } from '../kit/marks';
import { type Plot, placeOfX, plotMarks, rulerRoom } from '../kit/plot';
import type { Axis } from '../kit/plot-axis';
import type { Box, SvgMark } from '../kit/scene';

type At = (norm: 'pre' | 'post', measure: Measure, layer: number) => number | undefined;

const read =
  (measured: Measured, depth: number): At =>
  (norm, measure, layer) => {
    const wiring = wirings.find((each) => each.norm === norm && each.path);
    return wiring && spreadAt(measured, [depth, wiring], measure, layer)?.middle;
  };

/** What becomes of a number: "grows from 6.6 to 29", "falls …", "stays at 5.7" where no layer changes it. */
function change(numbers: readonly number[]): string {
  const texts = numbers.map(sizeText);
  const [from = Number.NaN, to = Number.NaN] = [numbers[0], numbers.at(-1)];
  if (texts.every((text) => text === texts[0])) return msg`stays at ${texts[0]}`;
  const [first, last] = [sizeText(from), sizeText(to)];
  if (to > from * 1.2) return msg`grows from ${first} to ${last}`;
  return to < from / 1.2 ? msg`falls from ${first} to ${last}` : msg`goes from ${first} to ${last}`;
}

/** What was found with both orders at a depth; empty until both have been measured. */
function orderCaption(measured: Measured, depth: number): readonly string[] {
  const at = read(measured, depth);
  const layers = Array.from({ length: depth }, (_, i) => i + 1);
  const of = (norm: 'pre' | 'post', measure: Measure) =>
    change(layers.map((layer) => at(norm, measure, layer) ?? Number.NaN));
  if (at('pre', 'gradient', 0) === undefined || at('post', 'gradient', 0) === undefined) return [];
  const arrives = (norm: 'pre' | 'post') => sizeText(at(norm, 'gradient', 0) ?? Number.NaN);
  const first = msg`A word’s vector ${of('post', 'stream')} from layer 1 to ${depth} in post-norm, which normalises every sum; in pre-norm, which never does, it ${of('pre', 'stream')}.`;
  const second = msg`A gradient of 1 arrives at the words as ${arrives('post')} in post-norm and as ${arrives('pre')} in pre-norm.`;
  const third = msg`From the first layer to the last, the gradient of its weights ${of('post', 'weights')} in post-norm and ${of('pre', 'weights')} in pre-norm.`;
  return depth === 1 ? [second] : [first, second, third];
}

/** What is read at a layer. */
function orderReadout(measured: Measured, depth: number, hover: number | null): string {
  const at = read(measured, depth);
  if (hover === null || at('pre', 'gradient', 0) === undefined)
    return msg`Drag a line to any depth up to ${deepest} layers; rest on a layer to read it.`;
  const layer = Math.min(hover, depth);
  const said = (norm: 'pre' | 'post') => {
    const [stream, gradient, weights] = (['stream', 'gradient', 'weights'] as const).map((each) =>
      sizeText(at(norm, each, layer) ?? Number.NaN),
    );
    return msg`${normName(norm)}: length ${stream}, gradient ${gradient}, of the weights ${weights}`;
  };
  return msg`After layer ${layer}: ${said('post')}; ${said('pre')}.`;
}

export type Order = 'post' | 'pre';

/** The plots of one order, one above another, under a picture of a sublayer. */
export interface OrderColumn {
  readonly order: Order;
  readonly width: number;
  readonly height: number;
  readonly marks: readonly SvgMark[];
  /** What the depth is dragged on. */
  readonly plot: Plot;
}

export interface OrderScene {
  readonly settings: DepthSettings;
  readonly measured: Measured;
  readonly stacked: boolean;
  readonly columns: readonly OrderColumn[];
  readonly caption: readonly string[];
  readonly readout: string;
}

const rows: readonly { readonly measure: Measure; readonly title: string }[] = [
  { measure: 'stream', title: later('Length of a word’s vector') },
  { measure: 'gradient', title: later('Gradient that arrives, 1 at the end') },
  { measure: 'weights', title: later('Gradient of the layer’s weights') },
];

/** The settings that draw one order alone. */
export const only = ({ depth }: DepthSettings, order: Order): DepthSettings => ({
  depth,
  norms: [order],
  paths: [true],
});

const orders = ['post', 'pre'] as const;

/** An axis from 0 on that holds both orders, so that they can be held against each other. */
function sharedAxis(measured: Measured, settings: DepthSettings, measure: Measure): Axis {
  const values = orders.flatMap((order) =>
    curvesOf(measured, only(settings, order), measure).flatMap(({ points }) =>
      points.map(([, y]) => y),
    ),
  );
  return fromZero(values);
}

interface Part {
  readonly name: string;
  readonly isNorm: boolean;
  readonly x: number;
  readonly width: number;
}

/** Places of the boxes on the way through a sublayer, between its ends. */
function partsOf(order: Order, width: number): readonly Part[] {
  const both = msg`attention, or feed-forward`;
  const wide = Math.max(176, textWidth(both, 12) + 16);
  const [norm, f] = [
    { name: msg`norm`, isNorm: true, width: 52 },
    { name: both, isNorm: false, width: Math.min(wide, width * 0.46) },
  ];
  const shares = order === 'post' ? [0.36, 0.86] : [0.2, 0.58];
  const boxes = order === 'post' ? [f, norm] : [norm, f];
  return boxes.map((box, i) => ({
    ...box,
    x: width * (shares[i] ?? 0) - box.width / 2,
  }));
}

/** One sublayer: where the norm is, and the path around. */
function wiringMarks(order: Order, width: number): readonly SvgMark[] {
  const y = 52;
  const parts = partsOf(order, width);
  const plus = width * (order === 'post' ? 0.7 : 0.88);
  const fork = 22;
  const name = (part: Part) => (textWidth(part.name, 12) > part.width ? msg`sublayer` : part.name);
  return [
    line(4, y, width - 4, y, 'residual'),
    {
      ...line(fork, y, fork, y),
      d: `M${fork} ${y}V${y - 28}H${plus}V${y - 8}`,
      stroke: 'residual',
      width: 2.2,
    },
    ...parts.flatMap((part) => [
      rect(part.x, y - 13, part.width, 26, {
        ...{ fill: 'paper', round: 4 },
        stroke: part.isNorm ? 'norm' : 'ink-2',
      }),
      text(part.x + part.width / 2, y + 4, name(part), {
        ...{ anchor: 'middle', bold: part.isNorm },
        tone: part.isNorm ? 'norm' : 'ink',
      }),
    ]),
    dot(plus, y, 8, 'paper', { stroke: 'residual' }),
    text(plus, y + 4.5, '+', { anchor: 'middle', tone: 'residual', bold: true, size: 13 }),
  ];
}

const head = 84;
const rowHeight = 100;
const rowGap = 34;

function plotOf(shown: OrderShown, order: Order, box: Box, row: (typeof rows)[number]): Plot {
  const { measured, settings, drawn } = shown;
  const own = only({ ...settings, depth: drawn }, order);
  const last = row === rows.at(-1);
  return {
    box,
    x: { from: 0, to: deepest },
    y: sharedAxis(measured, { ...settings, depth: drawn }, row.measure),
    curves: [...ghosts(measured, own, row.measure), ...curvesOf(measured, own, row.measure)],
    left: { write: sizeText },
    below: {
      ticks: last ? layerTicks : [],
      write: (x) => (x === 0 ? msg`words` : String(x)),
    },
  };
}

function columnOf(shown: OrderShown, order: Order, width: number): OrderColumn {
  const left = rulerRoom.left;
  const boxAt = (i: number): Box => ({
    x: left,
    y: head + 26 + i * (rowHeight + rowGap),
    width: width - left - 14,
    height: rowHeight,
  });
  const plots = rows.map((row, i) => plotOf(shown, order, boxAt(i), row));
  const [first] = plots as [Plot];
  const foot = boxAt(rows.length - 1).y + rowHeight + 38;
  const end = placeOfX(first, shown.settings.depth);
  const hover = shown.hover === null ? null : Math.min(shown.hover, shown.drawn);
  return {
    ...{ order, width, height: foot + 30 },
    plot: { ...first, box: { ...first.box, height: foot + 10 - first.box.y } },
    marks: [
      ...wiringMarks(order, width),
      ...plots.flatMap((plot, i) => [
        text(0, plot.box.y - 10, msg(rows[i]?.title ?? ''), { tone: 'ink', bold: true }),
        ...plotMarks(plot),
        line(end, plot.box.y, end, plot.box.y + rowHeight, 'ink'),
        ...(hover === null ? [] : readMarks(plot, hover)),
      ]),
      line(first.box.x, foot, first.box.x + first.box.width, foot),
      { ...line(first.box.x, foot, end, foot, 'ink'), width: 4 },
      dot(end, foot, 8, 'paper', { stroke: 'ink' }),
      text(Math.min(end, width - 38), foot + 24, layersText(shown.settings.depth), {
        ...{ anchor: 'middle', size: 13, tone: 'ink', bold: true },
      }),
    ],
  };
}

export interface OrderShown {
  readonly measured: Measured;
  readonly settings: DepthSettings;
  /** The depth whose lines are drawn: the one chosen, or the one before while that is measured. */
  readonly drawn: number;
  readonly width: number;
  /** The layer under the pointer. */
  readonly hover: number | null;
}

export function orderScene(shown: OrderShown): OrderScene {
  const { measured, settings, drawn, width, hover } = shown;
  const stacked = width < 620;
  const column = stacked ? width : Math.floor((Math.min(width, 1240) - 40) / 2);
  return {
    ...{ settings, measured, stacked },
    columns: orders.map((order) => columnOf(shown, order, column)),
    caption: orderCaption(measured, drawn),
    readout: orderReadout(measured, drawn, hover),
  };
}
