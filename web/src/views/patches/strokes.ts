import { randomFrom, side, type Thing } from './scene';

/** What was drawn: of each pixel that a brush touched, which brush. */
export type Strokes = ReadonlyMap<number, number>;

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A pixel is without a stroke or one of six brushes; two pixels are a digit. */
const states = 7;

/** The strokes as the address has them; empty where there are none. */
export function writeStrokes(strokes: Strokes): string {
  const stateAt = (pixel: number) => (strokes.get(pixel) ?? -1) + 1;
  let text = '';
  for (let pixel = 0; pixel < side ** 2; pixel += 2)
    text += digits[stateAt(pixel) * states + stateAt(pixel + 1)];
  return text.replace(/A+$/, '');
}

/** What a text says of strokes; none of what it does not say. */
export function readStrokes(text: string): Strokes {
  const strokes = new Map<number, number>();
  for (const [i, digit] of [...text].slice(0, side ** 2 / 2).entries()) {
    const pair = digits.indexOf(digit);
    if (pair < 0 || pair >= states ** 2) continue;
    for (const [after, state] of [Math.floor(pair / states), pair % states].entries())
      if (state > 0) strokes.set(2 * i + after, state - 1);
  }
  return strokes;
}

/** The pixels of a brush two pixels wide. */
export function brushAt(x: number, y: number): readonly number[] {
  const [left, top] = [Math.round(x - 1), Math.round(y - 1)];
  const places = [0, 1].flatMap((dy) => [0, 1].map((dx) => [left + dx, top + dy] as const));
  return places
    .filter(([column, row]) => column >= 0 && row >= 0 && column < side && row < side)
    .map(([column, row]) => row * side + column);
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The pixels of the brush as it is drawn from one place to another. */
export function strokeBetween(from: Point, to: Point): readonly number[] {
  const steps = Math.max(1, Math.ceil(2 * Math.hypot(to.x - from.x, to.y - from.y)));
  return Array.from({ length: steps + 1 }, (_, i) => i / steps).flatMap((share) =>
    brushAt(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share),
  );
}

/** Colours from 0 to 1, as in the training (core/train/src/picture_paint.cpp). */
type Rgb = readonly [number, number, number];

export const ground: Rgb = [0.08, 0.09, 0.13];
const paints: readonly Rgb[] = [
  [0.9, 0.25, 0.25],
  [0.25, 0.75, 0.35],
  [0.3, 0.5, 0.95],
  [0.95, 0.8, 0.25],
];
const arrowPaint: Rgb = [0.95, 0.95, 0.95];
const coverPaint: Rgb = [0.5, 0.5, 0.5];
/** What a reader draws with: the colours of things, an arrow's, and the ground's, which rubs out. */
export const brushes: readonly Rgb[] = [...paints, arrowPaint, ground];
const samples = 4;
const noise = 0.03;

export const paintOf = ({ shape, colour }: Thing): Rgb => {
  if (shape === 'arrow') return arrowPaint;
  return shape === 'cover' ? coverPaint : (paints[colour] ?? ground);
};

/** Whether a point is in the thing, as shares of its radius from its middle. */
export function isIn({ shape, direction }: Thing, x: number, y: number): boolean {
  if (shape === 'ring') return x * x + y * y <= 1 && x * x + y * y >= 0.25;
  if (shape === 'triangle') return Math.abs(y) <= 1 && 2 * Math.abs(x) <= y + 1;
  if (shape !== 'arrow')
    return Math.max(Math.abs(x), Math.abs(y)) <= (shape === 'cover' ? 1 : 0.85);
  const lies = direction % 2 === 0;
  const along = (direction < 2 ? 1 : -1) * (lies ? x : y);
  const across = Math.abs(lies ? y : x);
  return along > 0 ? along + across <= 1 : along >= -1 && across <= 0.3;
}

/** The share of a pixel that the thing covers. */
function coverage(thing: Thing, column: number, row: number): number {
  let inside = 0;
  for (let j = 0; j < samples; j++)
    for (let i = 0; i < samples; i++) {
      const x = (column + (i + 0.5) / samples - thing.x) / thing.radius;
      const y = (row + (j + 0.5) / samples - thing.y) / thing.radius;
      if (isIn(thing, x, y)) inside += 1;
    }
  return inside / samples ** 2;
}

const within = (pixels: number): number => Math.min(side - 1, Math.max(0, Math.floor(pixels)));

function paintThing(thing: Thing, pixels: Float32Array): void {
  const paint = paintOf(thing);
  const { x, y, radius } = thing;
  for (let row = within(y - radius); row <= within(y + radius); row++)
    for (let column = within(x - radius); column <= within(x + radius); column++) {
      const share = coverage(thing, column, row);
      const at = (row * side + column) * 3;
      for (let c = 0; c < 3; c++)
        pixels[at + c] = (1 - share) * (pixels[at + c] ?? 0) + share * (paint[c] ?? 0);
    }
}

const groundPixels = (): Float32Array =>
  Float32Array.from({ length: side * side * 3 }, (_, i) => ground[i % 3] ?? 0);

/** As the training has it, but the same every time. */
function addNoise(pixels: Float32Array): Float32Array {
  const random = randomFrom(1);
  return pixels.map((value) => Math.min(1, Math.max(0, value + noise * (2 * random() - 1))));
}

/** Rows × columns × 3, from 0 to 1: things on the ground, as in the training, or on a picture. */
export function paint(things: readonly Thing[], under: Float32Array | null = null): Float32Array {
  const pixels = under ? under.slice() : groundPixels();
  for (const thing of things) paintThing(thing, pixels);
  return under ? pixels : addNoise(pixels);
}
