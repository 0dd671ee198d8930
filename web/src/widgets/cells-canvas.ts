import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { type Palette, palettes, type Rgb, type Scale } from '../render/color';
import { colorsOf, pixels, put, sameNumbers } from './pixels';

/** A matrix of numbers, row by row, and the box in CSS pixels in which it is painted. */
export interface Cells {
  readonly data: Float32Array;
  readonly rows: number;
  readonly columns: number;
  readonly scale: Scale;
  readonly width: number;
  readonly height: number;
  /** A bar for each number of the one row, from zero up or down, in place of coloured cells. */
  readonly bars?: boolean;
}

/** Cells of at least `gapFrom` have gaps; taller than `markFrom`, negative ones carry a minus. */
const gapFrom = 4;
const markFrom = 8;

const colorNames = Object.keys(palettes.light) as (keyof Palette)[];

/** Colours read in the current rendering, by document or shadow root: reading styles is slow. */
const palettesRead = new Map<Node, Palette>();

/** The colours of the canvas's theme, read from its CSS properties. */
function paletteOf(canvas: HTMLCanvasElement): Palette {
  const root = canvas.getRootNode();
  const known = palettesRead.get(root);
  if (known) return known;
  const style = getComputedStyle(canvas);
  const colors = colorNames.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
  const palette = Object.fromEntries(colors) as Palette;
  palettesRead.set(root, palette);
  queueMicrotask(() => palettesRead.delete(root));
  return palette;
}

/** Crosses out a cell whose number is none. */
function cross(context: CanvasRenderingContext2D, x: number, y: number, w: number, h: number) {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + w, y + h);
  context.moveTo(x + w, y);
  context.lineTo(x, y + h);
  context.stroke();
}

/** Cell by cell at the display's resolution, with gaps, and a cut in each negative one. */
function paintSharp(
  canvas: HTMLCanvasElement,
  cells: Cells,
  color: (x: number) => Rgb,
  palette: Palette,
): void {
  const { data, rows, columns, width, height } = cells;
  const ratio = Math.min(3, devicePixelRatio || 1);
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  const context = canvas.getContext('2d');
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
function paintBars(canvas: HTMLCanvasElement, cells: Cells, palette: Palette): void {
  const { data, width, height, scale } = cells;
  const ratio = Math.min(3, devicePixelRatio || 1);
  canvas.width = Math.max(1, Math.round(width * ratio));
  canvas.height = Math.max(1, Math.round(height * ratio));
  const context = canvas.getContext('2d');
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

function paint(canvas: HTMLCanvasElement, cells: Cells, palette: Palette): void {
  const { width, height, rows, columns, scale } = cells;
  if (cells.bars) {
    canvas.style.imageRendering = 'auto';
    paintBars(canvas, cells, palette);
    return;
  }
  const ratio = Math.min(3, devicePixelRatio || 1);
  const color = colorsOf(scale, palette);
  const dense = (width * ratio) / columns < 1.5 || (height * ratio) / rows < 1.5;
  canvas.style.imageRendering = dense ? 'auto' : 'pixelated';
  if (dense || rows * columns > 20_000) put(canvas, pixels({ ...cells, tiles: 1 }, color));
  else paintSharp(canvas, cells, color, palette);
}

class Paint extends Directive {
  private last = '';
  private data: Float32Array | null = null;

  render(_cells: Cells): unknown {
    return noChange;
  }

  override update(part: ElementPart, [cells]: [Cells]): unknown {
    const canvas = part.element as HTMLCanvasElement;
    // A canvas has no computed style before it is in the page: paint once it is.
    if (canvas.isConnected) this.paint(canvas, cells);
    else queueMicrotask(() => this.paint(canvas, cells));
    return noChange;
  }

  private paint(canvas: HTMLCanvasElement, cells: Cells): void {
    const palette = paletteOf(canvas);
    if (!palette.zero) return;
    const { data, ...look } = cells;
    const key = JSON.stringify([look, palette, devicePixelRatio]);
    if (key === this.last && this.data && sameNumbers(this.data, data)) return;
    this.last = key;
    this.data = data;
    paint(canvas, cells, palette);
  }
}

/** Paints the cells on the canvas that it is on, in the colours of the canvas's theme. */
export const paintCells = directive(Paint);
