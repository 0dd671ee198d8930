import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { blurred } from '../../render/blur';
import { patchesAcross } from './reading';
import { side } from './scene';

/** How a patch looks at a weight: the rule of this figure. */

/** From this weight on a patch is as sharp and bright as can be. */
export const sharpFrom = 0.3;

/** 0 for a patch that gets nothing, 1 for one that gets `sharpFrom` and more. */
export const sharpnessOf = (weight: number): number =>
  Math.min(1, Math.sqrt(Math.max(0, weight) / sharpFrom));

/** Pixels of the drawing for one of the picture, and its width. */
const zoom = 6;
export const drawn = side * zoom;

/** Blurs that are made once, as standard deviations in pixels of the drawing; between two it is mixed. */
const levels: readonly number[] = [0, 1.5, 3.5, 8];

/** Of the full brightness. */
const light = (clear: number): number => 0.3 + 0.7 * clear;

/** Pixels from 0 to 1 as RGBA, each as a square of `zoom`. */
export function enlarged(pixels: Float32Array): Uint8ClampedArray {
  const bytes = new Uint8ClampedArray(drawn * drawn * 4);
  for (let y = 0, at = 0; y < drawn; y++)
    for (let x = 0; x < drawn; x++, at += 4) {
      const from = (Math.floor(y / zoom) * side + Math.floor(x / zoom)) * 3;
      for (let c = 0; c < 3; c++) bytes[at + c] = 255 * (pixels[from + c] ?? 0);
      bytes[at + 3] = 255;
    }
  return bytes;
}

/** The picture, and itself ever more blurred. */
export function blursOf(pixels: Float32Array): readonly Uint8ClampedArray[] {
  const layers = [enlarged(pixels)];
  for (const [i, sigma] of levels.entries()) {
    const before = layers[i - 1];
    if (before)
      layers.push(blurred(before, drawn, drawn, Math.sqrt(sigma ** 2 - (levels[i - 1] ?? 0) ** 2)));
  }
  return layers;
}

/** How clear a place of the drawing is: between the middles of patches it is mixed. */
export function clearAt(clear: ArrayLike<number>, x: number, y: number): number {
  const along = (place: number) => {
    const at = (place + 0.5) / (drawn / patchesAcross) - 0.5;
    const within = Math.min(patchesAcross - 1, Math.max(0, at));
    const low = Math.min(patchesAcross - 2, Math.floor(within));
    return { low, share: within - low };
  };
  const [column, row] = [along(x), along(y)];
  const of = (dx: number, dy: number) =>
    clear[(row.low + dy) * patchesAcross + column.low + dx] ?? 0;
  const above = of(0, 0) * (1 - column.share) + of(1, 0) * column.share;
  const below = of(0, 1) * (1 - column.share) + of(1, 1) * column.share;
  return above * (1 - row.share) + below * row.share;
}

/** What is seen of a picture whose patches are so clear; into `out`. */
export function seen(
  layers: readonly Uint8ClampedArray[],
  clear: ArrayLike<number>,
  out: Uint8ClampedArray,
): void {
  for (let y = 0, at = 0; y < drawn; y++)
    for (let x = 0; x < drawn; x++, at += 4) {
      const here = clearAt(clear, x, y);
      const level = (1 - here) * (levels.length - 1);
      const low = Math.min(levels.length - 2, Math.floor(level));
      const [sharp, soft] = [layers[low], layers[low + 1]];
      if (!sharp || !soft) return;
      for (let c = at; c < at + 3; c++)
        out[c] =
          light(here) * ((sharp[c] ?? 0) * (low + 1 - level) + (soft[c] ?? 0) * (level - low));
      out[at + 3] = 255;
    }
}

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
