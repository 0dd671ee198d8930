import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { blursOf, drawn, seen } from './look';
import { side } from './scene';

interface Look {
  /** Of the whole picture, from 0 to 1. */
  readonly pixels: Float32Array;
  /** How clear each patch is; null for the picture as it is. */
  readonly clear: readonly number[] | null;
}

/** Where motion is allowed, a look turns to the next in so many milliseconds. */
const turn = 300;

const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Paints a picture, each patch as sharp as it is seen. */
class Paint extends Directive {
  private of: Float32Array | null = null;
  private layers: readonly Uint8ClampedArray[] = [];
  private from: readonly number[] = [];
  private to: readonly number[] = [];
  private begun = 0;
  private frame = 0;

  render(_look: Look): unknown {
    return noChange;
  }

  override update(part: ElementPart, [{ pixels, clear }]: [Look]): unknown {
    const canvas = part.element as HTMLCanvasElement;
    const width = clear ? drawn : side;
    if (canvas.width !== width) [canvas.width, canvas.height] = [width, width];
    const fresh = pixels !== this.of;
    if (!clear) {
      if (fresh) this.plain(canvas, pixels);
    } else if (fresh || String(clear) !== String(this.to)) {
      if (fresh) this.layers = blursOf(pixels);
      this.from = this.from.length && !still() ? this.now() : clear;
      this.to = clear;
      this.begun = performance.now();
      cancelAnimationFrame(this.frame);
      this.step(canvas);
    }
    this.of = pixels;
    return noChange;
  }

  private plain(canvas: HTMLCanvasElement, pixels: Float32Array): void {
    const context = canvas.getContext('2d');
    const image = context?.createImageData(side, side);
    if (!context || !image) return;
    for (let i = 0; i < side * side; i++) {
      for (let c = 0; c < 3; c++) image.data[4 * i + c] = 255 * (pixels[3 * i + c] ?? 0);
      image.data[4 * i + 3] = 255;
    }
    context.putImageData(image, 0, 0);
  }

  private get share(): number {
    return Math.min(1, (performance.now() - this.begun) / turn);
  }

  private now(): readonly number[] {
    const share = this.share;
    return this.to.map((to, i) => (this.from[i] ?? to) + (to - (this.from[i] ?? to)) * share);
  }

  private step(canvas: HTMLCanvasElement): void {
    const context = canvas.getContext('2d');
    if (!context) return;
    const image = context.createImageData(drawn, drawn);
    seen(this.layers, this.now(), image.data);
    context.putImageData(image, 0, 0);
    if (this.share < 1 && !still() && String(this.from) !== String(this.to))
      this.frame = requestAnimationFrame(() => this.step(canvas));
  }
}

export const paintPicture = directive(Paint);
