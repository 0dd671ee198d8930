import { side } from './scene';

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
