import { css, html, noChange, type TemplateResult } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import type { Palette } from '../render/color';
import { colorsOf, type Matrices, pixels, put, sameNumbers } from './pixels';

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

/** A small picture of one or more matrices. */
export interface Thumbnail extends Matrices {
  readonly palette: Palette;
}

/** Paints only when the numbers or the palette change. */
class PaintDirective extends Directive {
  private painted: Thumbnail | null = null;

  override render(_thumbnail: Thumbnail): unknown {
    return noChange;
  }

  override update(part: ElementPart, [thumbnail]: [Thumbnail]): unknown {
    const { painted } = this;
    const { data, scale, palette } = thumbnail;
    if (!painted || !sameNumbers(painted.data, data) || painted.palette !== palette) {
      put(part.element as HTMLCanvasElement, pixels(thumbnail, colorsOf(scale, palette)));
      this.painted = thumbnail;
    }
    return noChange;
  }
}

const paint = directive(PaintDirective);

/** Hidden from screen readers: the control around it is labelled. */
export function thumbnailCanvas(thumbnail: Thumbnail): TemplateResult {
  const dense = thumbnail.tiles * thumbnail.columns > 240 ? 'dense' : '';
  return html`<canvas
    class="thumbnail ${dense}"
    aria-hidden="true"
    ${paint(thumbnail)}
  ></canvas>`;
}
