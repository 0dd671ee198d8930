import { place } from '../../../render/color';
import { clamp01 } from '../../../render/motion';
import { shadeOf } from '../../../widgets/strip-shapes';
import { partsOf, pulseLength } from '../mark-parts';
import { shownPart, type Transform, transformAt } from '../pose';
import type {
  DotMark,
  GroupMark,
  PathMark,
  RectMark,
  ShapesMark,
  SvgMark,
  TextMark,
  Tone,
} from '../scene';
import type { Flights, GrowingPath, PaintedFlight, PaintedPanel, Properties } from './protocol';

/// Marks on a canvas, as svg-marks.ts draws them. It runs in a worker: there are no styles to read.

type Context = OffscreenCanvasRenderingContext2D;

/** A canvas, at a time of what is on it. */
export interface Easel {
  readonly context: Context;
  readonly properties: Properties;
  readonly time: number;
  /** What is on its way, and the time of the day at which it is painted. */
  readonly flights: Flights;
  readonly clock: number;
}

const resolved = ({ properties }: Easel, css: string): string =>
  css.replace(/var\(--([\w-]+)\)/g, (_, name: string) => properties[name] ?? '');

/** The colour of a tone, or of the ink in its place; empty for none. */
const paint = (easel: Easel, tone: Tone | 'none', ink?: string): string =>
  ink ? resolved(easel, ink) : (easel.properties[tone] ?? '');

const outlines = new WeakMap<PathMark, Path2D>();

/** The outline of a mark, taken apart once. */
function outlineOf(mark: PathMark): Path2D {
  const outline = outlines.get(mark) ?? new Path2D(mark.d);
  outlines.set(mark, outline);
  return outline;
}

function fill({ context }: Easel, colour: string, path: Path2D): void {
  if (!colour) return;
  context.fillStyle = colour;
  context.fill(path);
}

function stroke({ context }: Easel, colour: string, width: number, path: Path2D): void {
  if (!colour) return;
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke(path);
}

function move({ context }: Easel, { dx, dy, scaleX, scaleY, turn }: Transform, x = 0, y = 0): void {
  context.translate(dx + x, dy + y);
  context.rotate((turn * Math.PI) / 180);
  context.scale(scaleX, scaleY);
  context.translate(-x, -y);
}

const share = { start: 0, middle: 0.5, end: 1 } as const;

function paintText(easel: Easel, mark: TextMark, pose: Transform): void {
  const { context, properties } = easel;
  const { x, y, size, turn, anchor } = mark;
  const font = (px: number) =>
    `${mark.bold ? 700 : 400} condensed ${px}px ${mark.serif ? properties.serif : properties.sans}`;
  context.fillStyle = paint(easel, mark.tone, mark.ink);
  // A text that is turned does not move.
  if (turn) move(easel, { ...transformAt(undefined, 0), turn }, x, y);
  else move(easel, pose);
  // "W_Q" with its Q lowered.
  const parts = partsOf(mark).map(({ text, size: px, down }) => {
    context.font = font(px);
    return { text, px, down, width: context.measureText(text).width };
  });
  const whole = parts.reduce((sum, { width }) => sum + width, 0);
  const left = x - whole * share[anchor];
  let at = left;
  for (const { text, px, down, width } of parts) {
    context.font = font(px);
    context.fillText(text, at, y + down);
    at += width;
  }
  if (mark.struck) context.fillRect(left, y - 0.3 * size, whole, size / 14);
}

function paintRect(easel: Easel, mark: RectMark, pose: Transform): void {
  const { x, y, width, height, origin = [x, y + height] } = mark;
  const path = new Path2D();
  path.roundRect(x, y, Math.max(0, width), Math.max(0, height), mark.round ?? 0);
  move(easel, pose, ...origin);
  fill(easel, paint(easel, mark.fill, mark.ink), path);
  stroke(easel, paint(easel, mark.stroke), 1, path);
}

function paintPath(easel: Easel, mark: PathMark, pose: Transform): void {
  const { context, time } = easel;
  const { drawn, pulse, ink, dash, origin = [0, 0] } = mark;
  const path = outlineOf(mark);
  const { length = 0 } = mark as Partial<GrowingPath>;
  if (pulse) {
    if (time <= pulse.from || time >= pulse.to) return;
    const head = ((time - pulse.from) / (pulse.to - pulse.from)) * (1 + pulseLength);
    context.lineCap = 'round';
    context.setLineDash([pulseLength * length, 2 * length]);
    context.lineDashOffset = (pulseLength - head) * length;
    stroke(easel, paint(easel, mark.stroke), mark.width, path);
    return;
  }
  const part = drawn ? clamp01((time - drawn.from) / (drawn.to - drawn.from)) : 1;
  if (part === 0) return;
  const filled = mark.fill !== 'none';
  move(easel, pose, ...origin);
  if (part < 1) context.setLineDash([part * length, 2 * length]);
  else if (dash) context.setLineDash(dash.split(/[ ,]+/).map(Number));
  fill(easel, paint(easel, mark.fill, filled ? ink : undefined), path);
  stroke(easel, paint(easel, mark.stroke, filled ? undefined : ink), mark.width, path);
}

function paintDot(easel: Easel, mark: DotMark, { dx, dy }: Transform): void {
  const path = new Path2D();
  path.arc(mark.x + dx, mark.y + dy, mark.r, 0, 2 * Math.PI);
  fill(easel, paint(easel, mark.fill), path);
  stroke(easel, paint(easel, mark.stroke ?? 'none'), 1, path);
}

const outlinesOf = new WeakMap<ShapesMark, readonly Path2D[]>();

/** The end of the scale lies over the colour of zero, as opaque as a number is far from it. */
function paintShapes(easel: Easel, mark: ShapesMark): void {
  const { context, properties } = easel;
  const { data, scale } = mark;
  const paths = outlinesOf.get(mark) ?? mark.outlines.map((d) => new Path2D(d));
  outlinesOf.set(mark, paths);
  paths.forEach((path, i) => {
    const { end, t } = place(scale, data[i] ?? 0);
    context.globalAlpha = 1;
    fill(easel, properties.zero ?? '', path);
    context.globalAlpha = shadeOf(t, paths.length);
    fill(easel, properties[end] ?? '', path);
  });
}

/** Empty canvases of the size of the one that is painted on, one for each group in a group. */
const layers: OffscreenCanvas[] = [];
let depth = 0;

/** Paints several marks as one, whose opacity is that of the whole. */
function paintLayer(easel: Easel, opacity: number, draw: (easel: Easel) => void): void {
  const { canvas } = easel.context;
  layers[depth] ??= new OffscreenCanvas(1, 1);
  const layer = layers[depth] as OffscreenCanvas;
  // To set its size empties it.
  Object.assign(layer, { width: canvas.width, height: canvas.height });
  const context = layer.getContext('2d');
  if (!context) return;
  context.setTransform(easel.context.getTransform());
  depth++;
  draw({ ...easel, context });
  depth--;
  easel.context.resetTransform();
  easel.context.globalAlpha = opacity;
  easel.context.drawImage(layer, 0, 0);
}

function paintGroup(easel: Easel, mark: GroupMark, pose: Transform): void {
  const { context, time } = easel;
  const { marks, clip, origin = [0, 0] } = mark;
  move(easel, pose, ...origin);
  if (clip) {
    context.beginPath();
    context.rect(clip.x, clip.y, clip.width, clip.height * shownPart(mark.sweep, time));
    context.clip();
  }
  const opacity = mark.opacity * pose.opacity;
  if (opacity === 1) paintMarks(easel, marks);
  else paintLayer(easel, opacity, (layer) => paintMarks(layer, marks));
}

function paintPanel(easel: Easel, panel: PaintedPanel, pose: Transform): void {
  const { context, time } = easel;
  const { x, y, width, height, sweep, picture, mixed } = panel;
  const part = shownPart(sweep, time);
  move(easel, pose, x, y);
  context.beginPath();
  if (sweep?.axis === 'y') context.rect(x, y, width, height * part);
  else context.rect(x, y, width * part, height);
  context.clip();
  context.imageSmoothingEnabled = mixed;
  context.drawImage(picture, x, y, width, height);
}

/** The flight that moves a mark: its own, or that of all that are no objects. */
function flightOf({ flights }: Easel, mark: PaintedPanel | SvgMark): PaintedFlight | undefined {
  const object = 'object' in mark ? mark.object : undefined;
  if (mark.kind === 'group' && !object) return undefined;
  return flights[object ?? (mark.kind === 'panel' ? 'canvas' : 'svg')];
}

/** About what a flight turns and stretches a mark. */
const middleOf = (mark: PaintedPanel | SvgMark, { x, y }: Partial<PaintedFlight> = {}) =>
  mark.kind === 'panel' ? { x: mark.x + mark.width / 2, y: mark.y + mark.height / 2 } : { x, y };

function paintMark(easel: Easel, mark: PaintedPanel | SvgMark): void {
  const flight = flightOf(easel, mark);
  const flying = transformAt(flight?.keys, easel.clock);
  const placed = transformAt(mark.keys, easel.time);
  const pose = { ...placed, opacity: placed.opacity * flying.opacity };
  const own = mark.kind === 'panel' ? (mark.dim ? 0.25 : 1) : 'opacity' in mark ? mark.opacity : 1;
  const opacity = own * pose.opacity;
  if (opacity === 0) return;
  const { context } = easel;
  context.save();
  const { x, y } = middleOf(mark, flight);
  move(easel, flying, x, y);
  if (mark.kind !== 'group') context.globalAlpha = opacity;
  if (mark.kind === 'text') paintText(easel, mark, pose);
  else if (mark.kind === 'rect') paintRect(easel, mark, pose);
  else if (mark.kind === 'path') paintPath(easel, mark, pose);
  else if (mark.kind === 'dot') paintDot(easel, mark, pose);
  else if (mark.kind === 'shapes') paintShapes(easel, mark);
  else if (mark.kind === 'panel') paintPanel(easel, mark, pose);
  else if (mark.kind === 'group') paintGroup(easel, mark, pose);
  context.restore();
}

/** Paints marks at a time, one over another. */
export function paintMarks(easel: Easel, marks: readonly (PaintedPanel | SvgMark)[]): void {
  for (const mark of marks) paintMark(easel, mark);
}
