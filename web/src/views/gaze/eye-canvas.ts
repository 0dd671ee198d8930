import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { type Blurred, blurredLayers, sceneHeight, sceneWidth, seen } from './acuity';
import { street } from './street';

/** The part of the drawing that a panel shows, and where the eye rests, in units of the drawing. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
}

/** Pixels for a unit of the drawing, and the drawing's place in a panel that it fills. */
export function fitOf({ width, height }: Pick<Look, 'width' | 'height'>) {
  const scale = Math.max(width / sceneWidth, height / sceneHeight);
  // Where it does not all fit, what stands left and low stays.
  return { scale, left: 0, top: (height - sceneHeight * scale) * 0.75 };
}

function draw(context: CanvasRenderingContext2D): void {
  for (const { path, fill, stroke, width } of street) {
    const shape = new Path2D(path);
    if (fill) {
      context.fillStyle = fill;
      context.fill(shape);
    }
    if (!stroke) continue;
    context.strokeStyle = stroke;
    context.lineWidth = width ?? 1;
    context.lineCap = 'round';
    context.stroke(shape);
  }
}

/** Paints the street as an eye sees it that rests on one spot. */
class Eye extends Directive {
  private picture: Blurred | null = null;
  private shape = '';
  private next: Look | null = null;

  render(_look: Look): unknown {
    return noChange;
  }

  /** At most once a frame. */
  override update(part: ElementPart, [look]: [Look]): unknown {
    const canvas = part.element as HTMLCanvasElement;
    if (!this.next) requestAnimationFrame(() => this.paint(canvas));
    this.next = look;
    return noChange;
  }

  private paint(canvas: HTMLCanvasElement): void {
    const { next: look } = this;
    this.next = null;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!look || !context || look.width < 1) return;
    const ratio = Math.min(1.5, devicePixelRatio || 1);
    const fit = fitOf(look);
    const shape = `${look.width} ${look.height} ${ratio}`;
    if (shape !== this.shape) {
      this.shape = shape;
      canvas.width = Math.round(look.width * ratio);
      canvas.height = Math.round(look.height * ratio);
      context.setTransform(ratio * fit.scale, 0, 0, ratio * fit.scale, 0, ratio * fit.top);
      draw(context);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      this.picture = blurredLayers(data, canvas.width, canvas.height, ratio * fit.scale);
    }
    if (!this.picture) return;
    const image = context.createImageData(canvas.width, canvas.height);
    const spot = { x: look.x * fit.scale * ratio, y: (look.y * fit.scale + fit.top) * ratio };
    seen(this.picture, spot, image.data);
    context.putImageData(image, 0, 0);
  }
}

export const paintEye = directive(Eye);
