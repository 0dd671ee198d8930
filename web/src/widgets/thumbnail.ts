import { css, html, noChange, type TemplateResult } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { type Palette, rgbColor, type Scale } from '../render/color';

export const thumbnailStyles = css`
  canvas.thumbnail {
    display: block;
    width: 100%;
    image-rendering: pixelated;
  }
  canvas.thumbnail.dense {
    image-rendering: auto;
  }
`;

/** A matrix, or several of the same shape side by side, as small as the place allows. */
export interface Thumbnail {
  /** Row-major, one matrix after another. */
  readonly data: Float32Array;
  readonly rows: number;
  readonly columns: number;
  /** How many matrices; between two of them one column stays empty. */
  readonly tiles: number;
  readonly scale: Scale;
  readonly palette: Palette;
}

/** The largest size of a tensor's numbers: the end of its scale. */
export function boundOf(data: Float32Array): number {
  let bound = 0;
  for (const x of data) bound = Math.max(bound, Math.abs(x));
  return bound;
}

const colorSteps = 255;

/** The colours of a scale, from its lower end to its upper, looked up rather than mixed per cell. */
function ramp({ scale, palette }: Thumbnail): {
  colors: Uint8ClampedArray;
  low: number;
  high: number;
} {
  const high = scale.kind === 'signed' ? scale.bound || 1 : 1;
  const low = scale.kind === 'signed' ? -high : 0;
  const colors = new Uint8ClampedArray(4 * (colorSteps + 1));
  for (let i = 0; i <= colorSteps; i++) {
    const [r, g, b] = rgbColor(palette, scale, low + ((high - low) * i) / colorSteps);
    colors.set([r, g, b, 255], 4 * i);
  }
  return { colors, low, high };
}

/** One pixel a cell. */
export function pixels(thumbnail: Thumbnail): ImageData {
  const { data, rows, columns, tiles } = thumbnail;
  const { colors, low, high } = ramp(thumbnail);
  const width = tiles * (columns + 1) - 1;
  const image = new ImageData(width, rows);
  const factor = colorSteps / (high - low);
  data.forEach((x, index) => {
    const column = index % columns;
    const row = Math.floor(index / columns) % rows;
    const tile = Math.floor(index / (columns * rows));
    const step = Math.round(Math.min(colorSteps, Math.max(0, (x - low) * factor)));
    const at = 4 * (row * width + tile * (columns + 1) + column);
    image.data.set(colors.subarray(4 * step, 4 * step + 4), at);
  });
  return image;
}

const same = (a: Thumbnail, b: Thumbnail): boolean =>
  a.data === b.data ||
  (a.data.buffer === b.data.buffer &&
    a.data.byteOffset === b.data.byteOffset &&
    a.data.length === b.data.length);

/** Paints when the numbers or the palette change, and at no other time. */
class PaintDirective extends Directive {
  private painted: Thumbnail | null = null;

  override render(_thumbnail: Thumbnail): unknown {
    return noChange;
  }

  override update(part: ElementPart, [thumbnail]: [Thumbnail]): unknown {
    const { painted } = this;
    if (!painted || !same(painted, thumbnail) || painted.palette !== thumbnail.palette) {
      const canvas = part.element as HTMLCanvasElement;
      const image = pixels(thumbnail);
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d')?.putImageData(image, 0, 0);
      this.painted = thumbnail;
    }
    return noChange;
  }
}

const paint = directive(PaintDirective);

/** A picture only: what it shows is said by the control around it. */
export function thumbnailCanvas(thumbnail: Thumbnail): TemplateResult {
  const dense = thumbnail.tiles * thumbnail.columns > 240 ? 'dense' : '';
  return html`<canvas
    class="thumbnail ${dense}"
    aria-hidden="true"
    ${paint(thumbnail)}
  ></canvas>`;
}
