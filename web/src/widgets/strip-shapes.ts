/** A box of numbers side by side, in CSS pixels. */
export interface StripBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Cells at least this tall mark a negative sign, so that colour is not the only cue. */
const markFrom = 8;

const round = (x: number) => Math.round(x * 100) / 100;

/** Of more numbers than this, those in nearly the same colour share a shape, of so many shades to an end. */
const manyFrom = 33;
export const steps = 12;

export const areMany = (count: number): boolean => count >= manyFrom;

/** The shade of a number, 0 to 1, among so many. */
export const shadeOf = (t: number, count: number): number =>
  areMany(count) ? Math.round(t * steps) / steps : t;

/** The outline of each cell of a row, and one path with a short dash in every negative cell. */
export function stripShapes(values: ArrayLike<number>, { x, y, width, height }: StripBox) {
  const cell = width / values.length;
  const gap = Math.min(0.6, cell * 0.12);
  const [across, down] = [round(cell - gap), round(height)];
  const middle = round(y + height / 2);
  const outline = (_: number, i: number) =>
    `M${round(x + i * cell)} ${y}h${across}v${down}h${-across}z`;
  const dash = (i: number) => `M${round(x + (i + 0.2) * cell)} ${middle}h${round(cell * 0.5)}`;
  const marked = cell >= 2.5 && height >= markFrom;
  return {
    outlines: Array.from(values, outline),
    cuts: marked ? Array.from(values, (value, i) => (value < 0 ? dash(i) : '')).join('') : '',
  };
}
