import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import {
  BufferTarget,
  CanvasSource,
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import type { FilmFormat, Movie } from '../state/numbers';
import { msg } from '../words/msg';
import { drawing } from './moving';

/** In the order in which they are tried. */
const codecs: Readonly<Record<'mp4' | 'webm', readonly VideoCodec[]>> = {
  mp4: ['avc'],
  webm: ['vp9', 'av1', 'vp8'],
};

/** Bits for each pixel of a second: lines and letters on paper need few. */
const bitsPerPixel = 0.45;

async function video(canvas: HTMLCanvasElement, kind: 'mp4' | 'webm', fps: number): Promise<Movie> {
  const { width, height } = canvas;
  const bitrate = Math.round(width * height * bitsPerPixel);
  const able = async (codec: VideoCodec) =>
    'VideoEncoder' in globalThis && (await canEncodeVideo(codec, { width, height, bitrate }));
  const found = await Promise.all(codecs[kind].map(able));
  const codec = codecs[kind][found.indexOf(true)];
  if (!codec)
    throw new Error(
      msg`This browser cannot encode ${kind.toUpperCase()}. Every browser writes GIF.`,
    );
  const target = new BufferTarget();
  const format =
    kind === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat();
  const output = new Output({ format, target });
  const source = new CanvasSource(canvas, { codec, bitrate, keyFrameInterval: 4 });
  output.addVideoTrack(source, { frameRate: fps });
  await output.start();
  let shown = 0;
  return {
    add: () => source.add(shown++ / fps, 1 / fps),
    async finish() {
      await output.finalize();
      return new Blob([target.buffer as ArrayBuffer], { type: `video/${kind}` });
    },
    cancel: () => output.cancel(),
  };
}

/** Has what is as it was before let it through: long stretches of one number pack well. */
function onlyChanged(
  index: Uint8Array,
  now: Uint32Array,
  before: Uint32Array | null,
  clear: number,
) {
  if (before) for (let i = 0; i < now.length; i++) if (now[i] === before[i]) index[i] = clear;
  return index;
}

function gif(canvas: HTMLCanvasElement, fps: number): Movie {
  const { width, height } = canvas;
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  const encoder = GIFEncoder();
  let before: Uint32Array | null = null;
  let last: Uint32Array | null = null;
  let shown = 0;
  /** Frames that were as the last: they make it stand longer. Delays are hundredths of a second. */
  let begun = 0;
  const hundredths = (frame: number) => Math.round((frame * 100) / fps);
  const write = () => {
    if (!last) return;
    const palette = quantize(new Uint8Array(last.buffer), 255);
    const index = applyPalette(new Uint8Array(last.buffer), palette);
    const clear = palette.length;
    encoder.writeFrame(onlyChanged(index, last, before, clear), width, height, {
      palette: [...palette, [0, 0, 0]],
      delay: (hundredths(shown) - hundredths(begun)) * 10,
      ...{ transparent: before !== null, transparentIndex: clear, dispose: 1 },
    });
    before = last;
  };
  return {
    async add() {
      const now = new Uint32Array(context.getImageData(0, 0, width, height).data.slice().buffer);
      const same = last?.every((pixel, i) => pixel === now[i]) ?? false;
      if (!same) {
        write();
        last = now;
        begun = shown;
      }
      shown++;
    },
    async finish() {
      write();
      encoder.finish();
      return new Blob([encoder.bytes()], { type: 'image/gif' });
    },
    cancel: async () => {},
  };
}

/** A film of what is on a canvas each time that a frame is added. */
export const openMovie = async (
  canvas: HTMLCanvasElement,
  format: FilmFormat,
  fps: number,
): Promise<Movie> => {
  if (format === 'svg') return drawing(fps);
  return format === 'gif' ? gif(canvas, fps) : video(canvas, format, fps);
};
