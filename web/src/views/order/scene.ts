import { later, msg } from '../../words/msg';
import { curvesOf, fromZero, ghosts, layerTicks, readMarks } from '../kit/depth/lines';
import {
  type DepthSettings,
  deepest,
  layersText,
  type Measure,
  type Measured,
  normName,
  sizeText,
  spreadAt,
  wirings,
} from '../kit/depth/study';
import { text, textWidth } from '../kit/frame';
import { dot, group, line, rect } from '../kit/marks';
import { type Plot, placeOfX, plotMarks, rulerRoom } from '../kit/plot';
import type { Box, SvgMark } from '../kit/scene';

const read =
  (measured: Measured, depth: number) =>
  (norm: 'pre' | 'post', measure: Measure, layer: number): number | undefined => {
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

/** What a measure does from the first layer to the last in one order; empty until it has been measured. */
export function changeOf(
  measured: Measured,
  depth: number,
  norm: 'pre' | 'post',
  measure: Measure,
): string {
  const at = read(measured, depth);
  const layers = Array.from({ length: depth }, (_, i) => i + 1);
  // The gradient goes the other way: from the end to the words.
  const places = measure === 'gradient' ? [...layers].reverse().concat(0) : layers;
  const numbers = places.map((layer) => at(norm, measure, layer));
  return numbers.some((x) => x === undefined) ? '' : change(numbers as readonly number[]);
}

/** What was found with both orders at a depth; empty until both have been measured. */
function orderCaption(measured: Measured, depth: number): string {
  const of = (norm: 'pre' | 'post') => changeOf(measured, depth, norm, 'stream');
  const [post, pre] = [of('post'), of('pre')];
  if (!post || !pre) return '';
  return depth === 1
    ? msg`With a single layer, the two hardly differ.`
    : msg`From layer to layer, the length of a word’s vector ${post} in post-norm, which normalises every sum; in pre-norm, which never does, it ${pre}.`;
}

/** What is read at a layer. */
function orderReadout(measured: Measured, depth: number, hover: number | null): string {
  const at = read(measured, depth);
  if (hover === null || at('pre', 'gradient', 0) === undefined)
    return msg`Drag a line to any depth up to ${deepest} layers; hover over a layer to read it.`;
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

/** One plot a measure, with the lines of both orders, under a picture of either's sublayer. */
export interface OrderScene {
  readonly settings: DepthSettings;
  readonly measured: Measured;
  readonly width: number;
  readonly height: number;
  readonly marks: readonly SvgMark[];
  /** What the depth is dragged on. */
  readonly plot: Plot;
  readonly caption: string;
  readonly readout: string;
}

const rows: readonly { readonly measure: Measure; readonly title: string }[] = [
  { measure: 'stream', title: later('Length of a word’s vector') },
  { measure: 'gradient', title: later('Gradient that arrives (1 at the end)') },
  { measure: 'weights', title: later('Gradient of the layer’s weights') },
];

/** The settings that draw one order alone. */
export const only = ({ depth }: DepthSettings, order: Order): DepthSettings => ({
  depth,
  norms: [order],
  paths: [true],
});

const orders = ['post', 'pre'] as const;

/** How the lines of an order are drawn here, where every path is there. */
const looks = {
  post: { tone: 'residual', width: 2.2, opacity: 1 },
  pre: { tone: 'norm', width: 2.2, opacity: 1 },
} as const;

const named = { post: later('Post-norm'), pre: later('Pre-norm') } as const;
const formula = { post: 'norm(x + f(x))', pre: 'x + f(norm(x))' } as const;

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
  const y = 78;
  const parts = partsOf(order, width);
  const plus = width * (order === 'post' ? 0.7 : 0.88);
  const fork = 22;
  const name = (part: Part) => (textWidth(part.name, 12) > part.width ? msg`sublayer` : part.name);
  const title = msg(named[order]);
  return [
    line(0, 9, 18, 9, looks[order].tone),
    text(24, 14, title, { size: 15, serif: true, bold: true, tone: looks[order].tone }),
    text(24 + textWidth(title, 17, true) + 10, 14, formula[order], {
      size: 13,
      serif: true,
      tone: 'ink',
    }),
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

/** Height of a picture of a sublayer, with its title. */
const head = 112;
const rowHeight = 104;
const rowGap = 44;

function plotOf(shown: OrderShown, box: Box, row: (typeof rows)[number]): Plot {
  const { measured, settings, drawn } = shown;
  const last = row === rows.at(-1);
  const curves = orders.flatMap((order) => {
    const own = only({ ...settings, depth: drawn }, order);
    return [
      ...ghosts(measured, own, row.measure).map((each) => ({ ...each, tone: looks[order].tone })),
      ...curvesOf(measured, own, row.measure).map((each) => ({ ...each, ...looks[order] })),
    ];
  });
  const values = curves
    .filter(({ band }) => band)
    .flatMap(({ points }) => points.map(([, y]) => y));
  return {
    box,
    x: { from: 0, to: deepest },
    y: fromZero(values),
    curves,
    // Before anything is measured there is no scale.
    left: { write: values.length > 0 ? sizeText : () => '' },
    below: {
      ticks: last ? layerTicks : [],
      write: (x) => (x === 0 ? msg`words` : String(x)),
    },
  };
}

/** A plot's title, and beside or below it what either order does. */
function titleMarks(
  shown: OrderShown,
  { measure, title }: (typeof rows)[number],
  y: number,
): readonly SvgMark[] {
  const name = text(0, y, msg(title), { tone: 'ink', bold: true });
  const said = orders.map((order) => {
    const does = changeOf(shown.measured, shown.drawn, order, measure);
    return does && { order, says: msg`${normName(order)} ${does}` };
  });
  let x = textWidth(msg(title), 13) + 24;
  return [
    name,
    ...said.flatMap((each): readonly SvgMark[] => {
      if (!each) return [];
      const look = { tone: looks[each.order].tone, bold: true } as const;
      const width = textWidth(each.says, 13) + 20;
      if (shown.width < narrow) {
        const below = y + 16 * (orders.indexOf(each.order) + 1);
        return [text(0, below, each.says, look)];
      }
      x += width;
      return [text(x - width, y, each.says, look)];
    }),
  ];
}

/** Below this width the sublayers stand one below the other, and what is said below its title. */
const narrow = 620;

function orderDrawing(shown: OrderShown) {
  const stacked = shown.width < narrow;
  const width = Math.min(shown.width, 1000);
  const half = stacked ? width : (width - 40) / 2;
  const left = rulerRoom.left;
  const said = stacked ? 32 : 0;
  const top = head * (stacked ? 2 : 1) + 32;
  const boxAt = (i: number): Box => ({
    x: left,
    y: top + said + i * (rowHeight + rowGap + said),
    width: width - left - 14,
    height: rowHeight,
  });
  const plots = rows.map((row, i) => plotOf(shown, boxAt(i), row));
  const [first] = plots as [Plot];
  const foot = boxAt(rows.length - 1).y + rowHeight + 38;
  const end = placeOfX(first, shown.settings.depth);
  const hover = shown.hover === null ? null : Math.min(shown.hover, shown.drawn);
  const wiring = orders.map((order, i) =>
    group(wiringMarks(order, half), {
      keys: [{ at: 0, dx: stacked ? 0 : i * (half + 40), dy: stacked ? i * head : 0 }],
    }),
  );
  const marks: readonly SvgMark[] = [
    ...wiring,
    ...plots.flatMap((plot, i) => [
      ...titleMarks(shown, rows[i] as (typeof rows)[number], plot.box.y - 12 - said),
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
  ];
  return {
    ...{ width, height: foot + 30, marks },
    plot: { ...first, box: { ...first.box, height: foot + 10 - first.box.y } },
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
  const { measured, settings, drawn, hover } = shown;
  return {
    ...{ settings, measured, ...orderDrawing(shown) },
    caption: orderCaption(measured, drawn),
    readout: orderReadout(measured, drawn, hover),
  };
}
