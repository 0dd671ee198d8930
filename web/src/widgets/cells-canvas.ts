import { css, html, noChange, type TemplateResult } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { type Palette, palettes, type Rgb, rgbColor, type Scale } from '../render/color';
import { isAlone } from '../render/live';

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

const colorNames = Object.keys(palettes.light) as (keyof Palette)[];

interface Colors {
  readonly palette: Palette;
  readonly text: string;
}

/** Colours read in the current rendering, by document or shadow root: reading styles is slow. */
const palettesRead = new Map<Node, Colors>();

/** The colours of an element's theme, read from its CSS properties, for what is drawn in this root. */
function readColors(element: Element, root: Node, wait = queueMicrotask): Colors {
  const style = getComputedStyle(element);
  const colors = colorNames.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
  const palette = Object.fromEntries(colors) as Palette;
  const read = { palette, text: JSON.stringify(palette) };
  if (palette.zero) palettesRead.set(root, read);
  wait(() => palettesRead.delete(root));
  return read;
}

/**
 * Reads the colours of what an element is about to draw. The browser computes the style of a page for
 * it, which is nothing as long as the page is as it was, and much when large pictures are new.
 */
export function expectColors(host: HTMLElement): void {
  if (host.shadowRoot && host.isConnected) readColors(host, host.shadowRoot, setTimeout);
}

/** The colours of the canvas's theme, or of the element that holds it. */
function paletteOf(canvas: HTMLCanvasElement): Colors {
  const root = canvas.getRootNode();
  const around = root instanceof ShadowRoot ? root.host.getRootNode() : root;
  return palettesRead.get(root) ?? palettesRead.get(around) ?? readColors(canvas, root);
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

type Boxed = Cells & { readonly width: number; readonly height: number };

const isBoxed = (cells: Cells): cells is Boxed => cells.width !== undefined;

/** How many pixels of the display a CSS pixel is. */
const pixelRatio = (): number => Math.min(3, devicePixelRatio || 1);

/** The canvas at the display's resolution. */
function sized(canvas: HTMLCanvasElement, { width, height }: Boxed) {
  canvas.width = Math.max(1, Math.round(width * pixelRatio()));
  canvas.height = Math.max(1, Math.round(height * pixelRatio()));
  return canvas.getContext('2d');
}

/** Cell by cell at the display's resolution, with gaps, and a cut in each negative one. */
function paintSharp(
  canvas: HTMLCanvasElement,
  cells: Boxed,
  color: (x: number) => Rgb,
  palette: Palette,
): void {
  const { data, rows, columns } = cells;
  const ratio = pixelRatio();
  const context = sized(canvas, cells);
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
function paintBars(canvas: HTMLCanvasElement, cells: Boxed, palette: Palette): void {
  const { data, scale } = cells;
  const ratio = pixelRatio();
  const context = sized(canvas, cells);
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
  const { rows, columns, scale } = cells;
  const color = colorsOf(scale, palette);
  const dense = isBoxed(cells)
    ? Math.min(cells.width / columns, cells.height / rows) * pixelRatio() < 1.5
    : columns * (cells.tiles ?? 1) > 240;
  canvas.style.imageRendering = dense || cells.bars ? 'auto' : 'pixelated';
  if (!isBoxed(cells) || (!cells.bars && (dense || rows * columns > 20_000))) {
    const image = pixels(cells, color);
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.putImageData(image, 0, 0);
  } else if (cells.bars) paintBars(canvas, cells, palette);
  else paintSharp(canvas, cells, color, palette);
}

/** Whether two arrays view the same numbers; a trace makes a new view at each call. */
function sameNumbers(a: Float32Array, b: Float32Array): boolean {
  return a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.length === b.length;
}

class Paint extends Directive {
  private last = '';
  private text = '';
  private data: Float32Array | null = null;
  private scale: Scale | null = null;

  render(_cells: Cells): unknown {
    return noChange;
  }

  override update(part: ElementPart, [cells]: [Cells]): unknown {
    const canvas = part.element as HTMLCanvasElement;
    // To read the colours would have the style computed within the frame.
    if (isAlone() && this.data === cells.data && this.scale === cells.scale) return noChange;
    // A canvas has no computed style before it is in the page: paint once it is.
    if (canvas.isConnected) this.paint(canvas, cells);
    else queueMicrotask(() => this.paint(canvas, cells));
    return noChange;
  }

  private paint(canvas: HTMLCanvasElement, cells: Cells): void {
    const { palette, text } = paletteOf(canvas);
    if (!palette.zero) return;
    const { data, ...look } = cells;
    const key = JSON.stringify([look, devicePixelRatio]);
    const same = key === this.last && text === this.text;
    if (same && this.data && sameNumbers(this.data, data)) return;
    this.last = key;
    this.text = text;
    this.data = data;
    this.scale = cells.scale;
    paint(canvas, cells, palette);
  }
}

/** Paints the cells on the canvas that it is on, in the colours of the canvas's theme. */
export const paintCells = directive(Paint);

export const thumbnailStyles = css`
  canvas.thumbnail {
    display: block;
    width: 100%;
  }
`;

/** A small picture of one or more matrices. Hidden from screen readers: the control around it is labelled. */
export const thumbnail = (of: Matrices & { readonly scale: Scale }): TemplateResult =>
  html`<canvas class="thumbnail" aria-hidden="true" ${paintCells(of)}></canvas>`;
