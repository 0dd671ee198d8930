import { css, html, LitElement, type PropertyValues } from 'lit';
import {
  type Palette,
  palettes,
  type Rgb,
  rgbColor,
  type Scale,
  weightScale,
} from '../render/color';

/** Pixels of a matrix, one per cell, row by row: RGBA as a canvas wants it. */
export function matrixPixels(
  data: ArrayLike<number>,
  scale: Scale,
  palette: Palette,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(data.length * 4);
  for (let i = 0; i < data.length; i++) {
    const color: Rgb = rgbColor(palette, scale, data[i] ?? 0);
    pixels.set(color, i * 4);
    pixels[i * 4 + 3] = 255;
  }
  return pixels;
}

/**
 * A matrix as an image, a cell per number: `<fv-heatmap .data=… rows=… columns=…>`. It fills the box
 * that the page's CSS gives it. `frame` boxes one row; `label` is what a screen reader says.
 */
export class Heatmap extends LitElement {
  static override properties = {
    data: { attribute: false },
    rows: { type: Number },
    columns: { type: Number },
    scale: { attribute: false },
    palette: { attribute: false },
    frame: { type: Number },
    label: { type: String },
  };

  static override styles = css`
    :host {
      display: block;
      position: relative;
    }
    canvas {
      display: block;
      width: 100%;
      height: 100%;
      image-rendering: pixelated;
    }
    canvas.dense {
      image-rendering: auto;
    }
    svg {
      position: absolute;
      inset: 0;
      width: 100%;
      height: 100%;
      overflow: visible;
    }
    rect {
      fill: none;
      stroke: var(--ink);
      stroke-width: 1;
      vector-effect: non-scaling-stroke;
    }
  `;

  declare data: ArrayLike<number>;
  declare rows: number;
  declare columns: number;
  declare scale: Scale;
  declare palette: Palette;
  declare frame: number | null;
  declare label: string;

  constructor() {
    super();
    this.data = [];
    this.rows = 0;
    this.columns = 0;
    this.scale = weightScale;
    this.palette = palettes.light;
    this.frame = null;
    this.label = '';
  }

  override render() {
    const { rows, columns, frame } = this;
    return html`<canvas
        role="img"
        aria-label=${this.label}
        width=${columns}
        height=${rows}
      ></canvas>
      ${
        frame === null
          ? ''
          : html`<svg viewBox="0 0 ${columns} ${rows}" preserveAspectRatio="none" aria-hidden="true">
            <rect x="0" y=${frame} width=${columns} height="1"></rect>
          </svg>`
      }`;
  }

  override updated(changed: PropertyValues<this>) {
    const drawn = ['data', 'rows', 'columns', 'scale', 'palette'] as const;
    if (drawn.some((name) => changed.has(name))) this.draw();
  }

  private draw() {
    const canvas = this.renderRoot.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context || this.data.length !== this.rows * this.columns) return;
    // More cells than pixels: let the browser average instead of dropping columns.
    canvas.classList.toggle('dense', this.columns > this.clientWidth * devicePixelRatio);
    if (this.data.length === 0) return;
    const pixels = matrixPixels(this.data, this.scale, this.palette);
    context.putImageData(new ImageData(pixels, this.columns, this.rows), 0, 0);
  }
}

// A page may hold two scripts that bring the element along.
if (!customElements.get('fv-heatmap')) customElements.define('fv-heatmap', Heatmap);
