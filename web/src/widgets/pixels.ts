import { type Palette, type Rgb, rgbColor, type Scale } from '../render/color';

/** A matrix, or several of the same shape side by side, one colour for each number. */
export interface Matrices {
  /** Row-major, one matrix after another. */
  readonly data: Float32Array;
  readonly rows: number;
  readonly columns: number;
  /** Number of matrices; one column between two of them is empty. */
  readonly tiles: number;
  readonly scale: Scale;
}

/** Precomputed shades of a scale, more than the eye can tell apart: a lookup is cheaper than mixing. */
const shades = 400;

/** The colour of a number, to the nearest shade of its scale. */
export function colorsOf(scale: Scale, palette: Palette): (x: number) => Rgb {
  const high = scale.kind === 'signed' ? scale.bound || 1 : 1;
  const low = scale.kind === 'signed' ? -high : 0;
  const step = (high - low) / shades;
  const known: Rgb[] = [];
  return (x) => {
    const shade = Math.round((Math.min(high, Math.max(low, x)) - low) / step);
    known[shade] ??= rgbColor(palette, scale, low + shade * step);
    return known[shade];
  };
}

/** One pixel a cell. */
export function pixels(
  { data, rows, columns, tiles }: Omit<Matrices, 'scale'>,
  color: (x: number) => Rgb,
): ImageData {
  const width = tiles * (columns + 1) - 1;
  const image = new ImageData(width, rows);
  const bytes = image.data;
  let index = 0;
  for (let tile = 0; tile < tiles; tile++) {
    for (let row = 0; row < rows; row++) {
      let at = 4 * (row * width + tile * (columns + 1));
      for (let column = 0; column < columns; column++) {
        const [red, green, blue] = color(data[index++] ?? 0);
        bytes[at++] = red;
        bytes[at++] = green;
        bytes[at++] = blue;
        bytes[at++] = 255;
      }
    }
  }
  return image;
}

/** Puts an image onto a canvas of its size. */
export function put(canvas: HTMLCanvasElement, image: ImageData): void {
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext('2d')?.putImageData(image, 0, 0);
}

/** Whether two arrays view the same numbers; a trace makes a new view at each call. */
export function sameNumbers(a: Float32Array, b: Float32Array): boolean {
  return a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.length === b.length;
}
