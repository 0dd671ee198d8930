import { css, html, noChange, type TemplateResult } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { type Palette, palettes, type Scale } from '../render/color';
import { isAlone } from '../render/live';
import { type Cells, type Matrices, paintCellsOn } from './cells-paint';

export const colorNames = Object.keys(palettes.light) as (keyof Palette)[];

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

/** Whether two arrays view the same numbers; a trace makes a new view at each call. */
function sameNumbers(a: Float32Array, b: Float32Array): boolean {
  return a.buffer === b.buffer && a.byteOffset === b.byteOffset && a.length === b.length;
}

/** How many pixels of the display a CSS pixel is. */
const pixelRatio = (): number => Math.min(3, devicePixelRatio || 1);

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
    const mixed = paintCellsOn(canvas, cells, { palette, ratio: pixelRatio() });
    canvas.style.imageRendering = mixed ? 'auto' : 'pixelated';
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
