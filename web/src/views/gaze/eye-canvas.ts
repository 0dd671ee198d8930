import { noChange } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { blurred } from '../../render/blur';
import { street } from './street';

/** The eye's side: how sharply it sees beside the spot that it rests on. */

/** The angle from the spot, in degrees, at which acuity is half of what it is in the middle. */
export const halfAt = 2.5;

/** How wide the drawn street is, in degrees, and in units of its drawing. */
export const sceneDegrees = 24;
export const sceneWidth = 480;
export const sceneHeight = 300;
export const unitsPerDegree = sceneWidth / sceneDegrees;

/** Acuity at an angle from the spot: 1 in its middle. */
export const acuity = (degrees: number): number => 1 / (1 + degrees / halfAt);

/** The blur there, as a standard deviation in degrees: it grows as acuity falls. */
export const blurDegrees = (degrees: number): number => 0.06 * (1 / acuity(degrees) - 1);

/** The blurs, in units of the drawing, that are made once; what lies between two is mixed of them. */
const levels: readonly number[] = [0, 1, 2.2, 4.6, 9.6];

/** A picture, and itself ever more blurred; each is RGBA, row by row. */
export interface Blurred {
  readonly width: number;
  readonly height: number;
  /** Pixels for a unit of the drawing. */
  readonly scale: number;
  readonly layers: Uint8ClampedArray[];
}

export function blurredLayers(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
  scale: number,
): Blurred {
  const picture = { width, height, scale, layers: [pixels] };
  while (!isWhole(picture)) blurMore(picture);
  return picture;
}

const isWhole = ({ layers }: Blurred): boolean => layers.length === levels.length;

/** Adds the next blur, of the one before it. */
function blurMore({ width, height, scale, layers }: Blurred): void {
  const i = layers.length;
  const more = Math.sqrt((levels[i] ?? 0) ** 2 - (levels[i - 1] ?? 0) ** 2) * scale;
  const last = layers[i - 1];
  if (last) layers.push(blurred(last, width, height, more));
}

/** Between which two blurs a place is, and how near to the second, by its distance from the spot in units. */
export function levelAt(distance: number): number {
  const sigma = blurDegrees(distance / unitsPerDegree) * unitsPerDegree;
  const above = levels.findIndex((level) => level > sigma);
  if (above < 0) return levels.length - 1;
  const [low = 0, high = 1] = [levels[above - 1], levels[above]];
  return above - 1 + (sigma - low) / (high - low);
}

/** What the eye has of the picture while it rests on a spot, in pixels of the picture; into `out`. */
export function seen(
  { width, height, scale, layers }: Blurred,
  spot: { readonly x: number; readonly y: number },
  out: Uint8ClampedArray,
): void {
  const farthest = Math.ceil(Math.hypot(width, height));
  const known = Float32Array.from({ length: farthest + 1 }, (_, r) => levelAt(r / scale));
  for (let y = 0, i = 0; y < height; y++) {
    const dy = (y - spot.y) ** 2;
    for (let x = 0; x < width; x++, i += 4) {
      const level = known[Math.round(Math.sqrt((x - spot.x) ** 2 + dy))] ?? 0;
      const low = Math.floor(level);
      const share = level - low;
      const a = layers[low];
      const b = layers[Math.min(low + 1, layers.length - 1)];
      if (!a || !b) continue;
      for (let c = i; c < i + 3; c++) out[c] = (a[c] ?? 0) * (1 - share) + (b[c] ?? 0) * share;
      out[i + 3] = 255;
    }
  }
}

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

/** Paints the street as an eye sees it that rests on one spot; sharp until its blurs are made. */
class Eye extends Directive {
  private picture: Blurred | null = null;
  private shape = '';
  private look: Look | null = null;
  private frame = 0;

  render(_look: Look): unknown {
    return noChange;
  }

  /** At most once a frame. */
  override update(part: ElementPart, [look]: [Look]): unknown {
    this.look = look;
    this.paintNext(part.element as HTMLCanvasElement);
    return noChange;
  }

  private paintNext(canvas: HTMLCanvasElement): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.paint(canvas);
    });
  }

  private paint(canvas: HTMLCanvasElement): void {
    const { look } = this;
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
      const { width, height } = canvas;
      const { data } = context.getImageData(0, 0, width, height);
      this.picture = { width, height, scale: ratio * fit.scale, layers: [data] };
      this.blur(canvas, this.picture);
    }
    if (!this.picture || !isWhole(this.picture)) return;
    const image = context.createImageData(canvas.width, canvas.height);
    const spot = { x: look.x * fit.scale * ratio, y: (look.y * fit.scale + fit.top) * ratio };
    seen(this.picture, spot, image.data);
    context.putImageData(image, 0, 0);
  }

  /** One blur a task: together they hold a page up for a tenth of a second. */
  private blur(canvas: HTMLCanvasElement, picture: Blurred): void {
    if (isWhole(picture)) this.paintNext(canvas);
    else
      setTimeout(() => {
        if (picture !== this.picture) return;
        blurMore(picture);
        this.blur(canvas, picture);
      });
  }
}

export const paintEye = directive(Eye);
