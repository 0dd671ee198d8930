import { type Palette, type Rgb, rgbColor, type Scale } from '../render/color';

/// How cells are painted, on a page's canvas or on a worker's.

type Canvas = HTMLCanvasElement | OffscreenCanvas;
type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** What cells are painted with. */
export interface Paper {
  readonly palette: Palette;
  /** Pixels of the display to a CSS pixel. */
  readonly ratio: number;
}

const contextOf = (canvas: Canvas) => canvas.getContext('2d') as Context | null;

/** A matrix, or several of the same shape side by side. */
export interface Matrices {
  /** Row-major, one matrix after another. */
  readonly data: Float32Array;
  readonly rows: number;
  readonly columns: number;
  /** How many there are, where not one; a column between two of them is empty. */
  readonly tiles?: number;
}

/** What is painted: a colour for each number, in the box in CSS pixels, or a pixel a number without one. */
export interface Cells extends Matrices {
  readonly scale: Scale;
  readonly width?: number;
  readonly height?: number;
  /** A bar for each number of the one row, from zero up or down, in place of coloured cells. */
  readonly bars?: boolean;
}

/** Precomputed shades of a scale, more than the eye can tell apart: a lookup is cheaper than mixing. */
const shades = 400;

/** The shades mixed so far, by palette and scale: the same for every bound. */
const mixed = new Map<string, readonly Rgb[]>();

/** The colour of a number, to the nearest shade of its scale. */
export function colorsOf(scale: Scale, palette: Palette): (x: number) => Rgb {
  const high = scale.kind === 'signed' ? scale.bound || 1 : 1;
  const low = scale.kind === 'signed' ? -high : 0;
  const step = (high - low) / shades;
  const name = JSON.stringify([palette, scale.kind === 'signed' && [scale.role, !scale.bound]]);
  const known =
    mixed.get(name) ??
    Array.from({ length: shades + 1 }, (_, shade) => rgbColor(palette, scale, low + shade * step));
  mixed.set(name, known);
  return (x) => {
    const shade = Math.round((Math.min(high, Math.max(low, x)) - low) / step);
    return known[shade] ?? rgbColor(palette, scale, x);
  };
}

/** One pixel a cell. */
export function pixels(
  { data, rows, columns, tiles = 1 }: Matrices,
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
        const rgb = color(data[index++] ?? 0); // taken apart, millions of numbers take twice as long
        bytes[at++] = rgb[0];
        bytes[at++] = rgb[1];
        bytes[at++] = rgb[2];
        bytes[at++] = 255;
      }
    }
  }
  return image;
}

/** Cells of at least `gapFrom` have gaps; taller than `markFrom`, negative ones carry a minus. */
const gapFrom = 4;
const markFrom = 8;

/** Crosses out a cell whose number is none. */
function cross(context: Context, x: number, y: number, w: number, h: number) {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + w, y + h);
  context.moveTo(x + w, y);
  context.lineTo(x, y + h);
  context.stroke();
}

type Boxed = Cells & { readonly width: number; readonly height: number };

const isBoxed = (cells: Cells): cells is Boxed => cells.width !== undefined;

/** The canvas at the display's resolution. */
function sized(canvas: Canvas, { width, height }: Boxed, ratio: number): Context | null {
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  return contextOf(canvas);
}

/** Cell by cell at the display's resolution, with gaps, and a cut in each negative one. */
function paintSharp(
  canvas: Canvas,
  cells: Boxed,
  color: (x: number) => Rgb,
  { palette, ratio }: Paper,
): void {
  const { data, rows, columns } = cells;
  const context = sized(canvas, cells, ratio);
  if (!context) return;
  const w = canvas.width / columns;
  const h = canvas.height / rows;
  const gap = Math.min(w, h) / ratio >= gapFrom ? ratio * 0.6 : 0;
  const marks = h / ratio >= markFrom && w / ratio >= gapFrom;
  context.strokeStyle = palette['ink-2'];
  context.lineWidth = ratio * 0.6;
  data.forEach((x, i) => {
    const left = (i % columns) * w;
    const top = Math.floor(i / columns) * h;
    context.fillStyle = `rgb(${color(x)})`;
    context.fillRect(left, top, w - gap + (gap ? 0 : 0.5), h - (rows > 1 ? gap : 0));
    if (Number.isNaN(x)) cross(context, left, top, w - gap, h - gap);
    if (!marks || !(x < 0)) return;
    context.fillStyle = palette.paper;
    const dash = Math.min(w * 0.6, 10 * ratio);
    context.fillRect(left + (w - gap - dash) / 2, top + h / 2 - ratio / 2, dash, ratio);
  });
}

/** Zero is in the middle, or at the bottom where nothing is negative; the tallest bar is the scale's bound. */
function paintBars(canvas: Canvas, cells: Boxed, { palette, ratio }: Paper): void {
  const { data, scale } = cells;
  const context = sized(canvas, cells, ratio);
  if (!context) return;
  const signed = data.some((x) => x < 0);
  const zero = signed ? canvas.height / 2 : canvas.height - ratio;
  const unit = zero / (scale.kind === 'signed' ? scale.bound || 1 : 1);
  const w = canvas.width / data.length;
  const gap = w / ratio >= gapFrom ? 0.3 * w : w > 2 * ratio ? 0.15 * w : 0;
  context.fillStyle = palette.line;
  context.fillRect(0, zero, canvas.width, ratio);
  data.forEach((x, i) => {
    context.fillStyle =
      palette[x < 0 ? 'negative' : scale.kind === 'signed' ? scale.role : 'weight'];
    const tall = Math.min(zero, Math.abs(x) * unit);
    context.fillRect(i * w + gap / 2, x < 0 ? zero : zero - tall, w - gap, tall);
  });
}

/** Paints cells; whether they are so small that neighbours are to be mixed where they are scaled. */
export function paintCellsOn(canvas: Canvas, cells: Cells, paper: Paper): boolean {
  const { rows, columns, scale } = cells;
  const { palette, ratio } = paper;
  const color = colorsOf(scale, palette);
  const dense = isBoxed(cells)
    ? Math.min(cells.width / columns, cells.height / rows) * ratio < 1.5
    : columns * (cells.tiles ?? 1) > 240;
  if (!isBoxed(cells) || (!cells.bars && (dense || rows * columns > 20_000))) {
    const image = pixels(cells, color);
    canvas.width = image.width;
    canvas.height = image.height;
    contextOf(canvas)?.putImageData(image, 0, 0);
  } else if (cells.bars) paintBars(canvas, cells, paper);
  else paintSharp(canvas, cells, color, paper);
  return dense || cells.bars === true;
}
