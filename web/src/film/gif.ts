import { applyPalette, GIFEncoder, quantize } from 'gifenc';

/** What a film's GIF is of. */
export interface GifSize {
  readonly width: number;
  readonly height: number;
  /** Frames a second. */
  readonly fps: number;
}

/** What stands for a hundredth of a second, browsers show for ten. */
const shortest = 2;

/** How many of a frame's colours, the most frequent, are kept exactly where not all of them can be. */
const exact = 128;

/** A frame in so many colours: grounds and areas in their own, the edges between them nearly. */
function inColours(frame: Uint32Array, most: number) {
  const counts = new Map<number, number>();
  for (const pixel of frame) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const colours = [...counts].sort(([, a], [, b]) => b - a).map(([pixel]) => pixel);
  const own = colours.slice(0, colours.length > most ? exact : most);
  const places = new Map(own.map((pixel, i) => [pixel, i]));
  const rest = frame.filter((pixel) => !places.has(pixel));
  const nearly = rest.length > 0 ? quantize(new Uint8Array(rest.buffer), most - own.length) : [];
  const palette = [...own.map((x) => [x & 255, (x >> 8) & 255, (x >> 16) & 255]), ...nearly];
  const index = applyPalette(new Uint8Array(frame.buffer), palette);
  frame.forEach((pixel, i) => {
    index[i] = places.get(pixel) ?? index[i] ?? 0;
  });
  return { palette, index };
}

/** Frames, pixel by pixel, as a GIF. */
export class Gif {
  private readonly size: GifSize;
  private readonly encoder = GIFEncoder();
  private before: Uint32Array | null = null;
  private last: Uint32Array | null = null;
  private shown = 0;
  /** When the last frame came that was not as the one before it: those after it make it stand longer. */
  private begun = 0;

  constructor(size: GifSize) {
    this.size = size;
  }

  /** @param frame red, green, blue and alpha of each pixel; the GIF keeps it */
  add(frame: ArrayBuffer): void {
    const now = new Uint32Array(frame);
    const same = this.last?.every((pixel, i) => pixel === now[i]) ?? false;
    if (!same) {
      // One that would stand too short is left out: this one stands from then on.
      const isShort = this.last !== null && this.standing < shortest;
      if (!isShort) {
        this.write();
        this.begun = this.shown;
      }
      this.last = now;
    }
    this.shown++;
  }

  finish(): Uint8Array {
    this.write();
    this.encoder.finish();
    return this.encoder.bytes();
  }

  /** Delays are hundredths of a second: what each is rounded by does not add up. */
  private hundredths(frame: number): number {
    return Math.round((frame * 100) / this.size.fps);
  }

  private get standing(): number {
    return this.hundredths(this.shown) - this.hundredths(this.begun);
  }

  private write(): void {
    const { last, before } = this;
    if (!last) return;
    const { palette, index } = inColours(last, 255);
    const clear = palette.length;
    // What is as it was before is let through: long stretches of one number pack well.
    if (before) for (let i = 0; i < last.length; i++) if (last[i] === before[i]) index[i] = clear;
    this.encoder.writeFrame(index, this.size.width, this.size.height, {
      palette: [...palette, [0, 0, 0]],
      delay: this.standing * 10,
      ...{ transparent: before !== null, transparentIndex: clear, dispose: 1 },
    });
    this.before = last;
  }
}
