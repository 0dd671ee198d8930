import { text, textWidth } from './frame';
import { dot, group, line, path } from './marks';
import { type Axis, type Ends, placed, ticksOf, tickText } from './plot-axis';
import type { Box, SvgMark, Tone } from './scene';
import { round } from './svg-marks';

export type Point = readonly [x: number, y: number];

/** A line of a plot. A point that its axes cannot hold, NaN or 0 on a log axis, is a gap. */
export interface Curve {
  readonly points: readonly Point[];
  readonly tone: Tone;
  /** Default: 1.8. */
  readonly width?: number;
  readonly dash?: string;
  /** Default: 1. */
  readonly opacity?: number;
  /** The least and the most at each x, drawn as a band behind the line. */
  readonly band?: readonly (readonly [x: number, low: number, high: number])[];
  /** Written at its end, where there is any. Several lines stand one under another. */
  readonly label?: string;
}

/** Numbers along one side of the box; the ticks are those of `ticksOf` where they are left out. */
export interface Ruler {
  readonly ticks?: readonly number[];
  /** How a tick is written. Default: `tickText`. */
  readonly write?: (value: number) => string;
  /** The unit, over its numbers. */
  readonly name?: string;
}

export interface Plot {
  /** The area of the lines; rulers and labels stand outside. */
  readonly box: Box;
  readonly x: Axis;
  readonly y: Axis;
  readonly curves: readonly Curve[];
  readonly below?: Ruler;
  readonly left?: Ruler;
  readonly right?: Ruler;
  /** An x that all lines are read at: a rule, and a dot on each line. */
  readonly at?: number | null;
}

/** Room that a plot needs outside its box for its numbers. */
export const rulerRoom = { left: 34, right: 40, below: 20, above: 14 };

const xEnds = ({ x, width }: Box): Ends => [x, x + width];
const yEnds = ({ y, height }: Box): Ends => [y + height, y];

/** Where an x is in the drawing. */
export const placeOfX = (plot: Plot, x: number): number => placed(plot.x, xEnds(plot.box), x);

/** Where a y is in the drawing. */
export const placeOfY = (plot: Plot, y: number): number => placed(plot.y, yEnds(plot.box), y);

const ends = (plot: Plot) => ({
  px: (x: number) => placeOfX(plot, x),
  py: (y: number) => placeOfY(plot, y),
});

/** A path through places; a place that is no number begins a new piece. */
function through(places: readonly Point[]): string {
  let pen = 'M';
  return places
    .map(([x, y]) => {
      if (!Number.isFinite(x) || !Number.isFinite(y)) {
        pen = 'M';
        return '';
      }
      const piece = `${pen}${round(x)} ${round(y)}`;
      pen = 'L';
      return piece;
    })
    .join('');
}

function bandOf(plot: Plot, curve: Curve): readonly SvgMark[] {
  const { px, py } = ends(plot);
  const places = (curve.band ?? []).map(([x, low, high]) => [px(x), py(low), py(high)] as const);
  const known = places.filter((place) => place.every(Number.isFinite));
  if (known.length < 2) return [];
  const there = known.map(([x, , high]): Point => [x, high]);
  const back = known.map(([x, low]): Point => [x, low]).reverse();
  return [path(`${through([...there, ...back])}Z`, { fill: curve.tone, opacity: 0.14 })];
}

function lineOf(plot: Plot, curve: Curve): readonly SvgMark[] {
  const { px, py } = ends(plot);
  const d = through(curve.points.map(([x, y]): Point => [px(x), py(y)]));
  const { tone, width = 1.8, opacity = 1, dash } = curve;
  return d ? [path(d, { stroke: tone, width, opacity, ...(dash && { dash }) })] : [];
}

/** Where texts stand that want to stand at these places: apart by `gap`, in their order, within the ends. */
export function spread(wanted: readonly number[], gap: number, [low, high]: Ends): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const places = wanted.slice();
  let least = low;
  for (const i of order) {
    places[i] = Math.max(least, places[i] ?? 0);
    least = (places[i] ?? 0) + gap;
  }
  let most = high;
  for (const i of order.reverse()) {
    places[i] = Math.min(most, places[i] ?? 0);
    most = (places[i] ?? 0) - gap;
  }
  return places;
}

const lineHeight = 13;

/** Of a line, the last point that has a place in the drawing. */
function endOf(plot: Plot, { points }: Curve): Point | null {
  const { px, py } = ends(plot);
  for (let i = points.length - 1; i >= 0; i--) {
    const [x, y] = points[i] as Point;
    const place: Point = [px(x), py(y)];
    if (place.every(Number.isFinite)) return place;
  }
  return null;
}

/** Labels at the ends of their lines, right of the box, none over another. */
function labelsOf(plot: Plot): readonly SvgMark[] {
  const { box } = plot;
  const lines = plot.curves.flatMap((curve) => {
    const end = curve.label === undefined ? null : endOf(plot, curve);
    return end ? [{ curve, y: end[1] }] : [];
  });
  const gap = lineHeight * Math.max(1, ...lines.map(({ curve }) => rows(curve).length));
  const heights = spread(
    lines.map(({ y }) => y),
    gap,
    [box.y, box.y + box.height],
  );
  return lines.flatMap(({ curve }, i) =>
    rows(curve).map((row, n) =>
      text(box.x + box.width + 8, (heights[i] ?? 0) + 4 + lineHeight * n, row, {
        tone: curve.tone,
        bold: n === 0,
      }),
    ),
  );
}

const rows = ({ label = '' }: Curve): readonly string[] => label.split('\n');

/** Ticks that do not run into their neighbours, the first and those after it. */
function clear(ticks: readonly { at: number; text: string }[], gap: number) {
  let free = Number.NEGATIVE_INFINITY;
  return ticks.filter(({ at, text: written }) => {
    const half = textWidth(written, 12) / 2;
    if (at - half < free) return false;
    free = at + half + gap;
    return true;
  });
}

function belowMarks(plot: Plot, { ticks, write = tickText, name }: Ruler): readonly SvgMark[] {
  const { box } = plot;
  const most = Math.max(2, Math.floor(box.width / 46));
  const all = (ticks ?? ticksOf(plot.x, most)).map((x) => ({
    at: placeOfX(plot, x),
    text: write(x),
  }));
  const y = box.y + box.height + 16;
  return [
    ...clear(all, 6).map((tick) => text(tick.at, y, tick.text, { anchor: 'middle' })),
    ...(name ? [text(box.x - 12, y, name, { anchor: 'end' })] : []),
  ];
}

function sideMarks(plot: Plot, ruler: Ruler, side: 'left' | 'right'): readonly SvgMark[] {
  const { box } = plot;
  const { write = tickText, name } = ruler;
  const left = side === 'left';
  const x = left ? box.x - 8 : box.x + box.width + 8;
  const anchor = left ? 'end' : 'start';
  const ticks = ruler.ticks ?? sideTicks(plot);
  return [
    ...ticks.map((value) => text(x, placeOfY(plot, value) + 4, write(value), { anchor })),
    ...(name ? [text(x, box.y - 10, name, { anchor })] : []),
  ];
}

const sideTicks = (plot: Plot): readonly number[] =>
  ticksOf(plot.y, Math.max(2, Math.floor(plot.box.height / 28)));

/** A rule across the box at each tick of the left ruler. */
function rules(plot: Plot): readonly SvgMark[] {
  const { box, left } = plot;
  return (left?.ticks ?? sideTicks(plot)).map((value) => {
    const y = round(placeOfY(plot, value));
    return line(box.x, y, box.x + box.width, y);
  });
}

/** The point of a line that is nearest to an x; null for a line without any. */
export function nearestPoint({ points }: Curve, x: number): Point | null {
  let best: Point | null = null;
  for (const point of points) {
    if (!Number.isFinite(point[1])) continue;
    if (!best || Math.abs(point[0] - x) < Math.abs(best[0] - x)) best = point;
  }
  return best;
}

function readAt(plot: Plot): readonly SvgMark[] {
  const { box, at } = plot;
  if (at === undefined || at === null) return [];
  const x = round(placeOfX(plot, at));
  const dots = plot.curves.flatMap((curve) => {
    const point = nearestPoint(curve, at);
    const y = point ? placeOfY(plot, point[1]) : Number.NaN;
    const inside = y >= box.y - 1 && y <= box.y + box.height + 1;
    return inside ? [dot(x, y, 3.5, 'paper', { stroke: curve.tone })] : [];
  });
  return [line(x, box.y, x, box.y + box.height, 'ink'), ...dots];
}

/** All of a plot: rules, bands, lines, rulers, labels, and the rule that it is read at. */
export function plotMarks(plot: Plot): readonly SvgMark[] {
  const { box, curves, below = {}, left = {}, right } = plot;
  const lines = [
    ...curves.flatMap((curve) => bandOf(plot, curve)),
    ...curves.flatMap((curve) => lineOf(plot, curve)),
  ];
  const area = { x: box.x - 2, y: box.y - 2, width: box.width + 4, height: box.height + 4 };
  return [
    ...rules(plot),
    group(lines, { clip: area }),
    ...belowMarks(plot, below),
    ...sideMarks(plot, left, 'left'),
    ...(right ? sideMarks(plot, right, 'right') : []),
    ...readAt(plot),
    ...labelsOf(plot),
  ];
}
