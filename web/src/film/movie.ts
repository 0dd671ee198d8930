import {
  BufferTarget,
  CanvasSource,
  canEncodeVideo,
  Mp4OutputFormat,
  Output,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import { workerForbidden } from '../model/content-policy';
import { WorkerLine, watched } from '../model/worker-line';
import type { Movie, Writers } from '../state/numbers';
import { msg } from '../words/msg';
import { drawing } from './moving';
import { canvasFor, paint } from './painting';
import type { Answers, Requests } from './worker';
import GifWorker from './worker?worker&inline';

const stamp = (seconds: number): string =>
  new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);

/** What was said in each frame, as WebVTT. */
export function subtitlesOf(said: readonly string[], fps: number): Blob {
  const begins = said.flatMap((text, i) => (text === said[i - 1] ? [] : [i]));
  const cues = begins.flatMap((begin, n) => {
    const text = said[begin]?.replaceAll('-->', '→').trim();
    const end = begins[n + 1] ?? said.length;
    return text ? [`${stamp(begin / fps)} --> ${stamp(end / fps)}\n${text}\n`] : [];
  });
  return new Blob([['WEBVTT\n', ...cues].join('\n')], { type: 'text/vtt' });
}

const gifWords = {
  lost: () => msg`The worker stopped without saying why.`,
  stopped: (reason: string) => reason,
  forbidden: workerForbidden,
};

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
    async add(shot) {
      await paint(canvas, shot);
      await source.add(shown++ / fps, 1 / fps);
    },
    async finish() {
      await output.finalize();
      return new Blob([target.buffer as ArrayBuffer], { type: `video/${kind}` });
    },
    cancel: () => output.cancel(),
  };
}

/** Its colours are chosen and packed in a worker, a frame behind what is drawn. */
async function gif(canvas: HTMLCanvasElement, fps: number): Promise<Movie> {
  const { width, height } = canvas;
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
  const line = new WorkerLine<Requests, Answers>(
    (name) => watched(new GifWorker(), name),
    gifWords,
  );
  const end = () => line.end({ code: 'released', message: 'The film was ended.' });
  let taken: Promise<unknown> = line.send('begin', { width, height, fps });
  return {
    async add(shot) {
      await paint(canvas, shot);
      await taken;
      const frame = context.getImageData(0, 0, width, height).data.buffer;
      taken = line.send('add', { frame }, { transfer: [frame] });
      // Whoever adds the next frame hears of it.
      taken.catch(() => {});
    },
    async finish() {
      await taken;
      const bytes = await line.send('finish', {});
      end();
      return new Blob([bytes], { type: 'image/gif' });
    },
    cancel: async () => end(),
  };
}

/** A film of the frames that are added, of the same size each. */
export const openMovie: Writers['openMovie'] = async ({ format, size, fps }) => {
  if (format === 'svg') return drawing(fps);
  const canvas = canvasFor(size);
  return format === 'gif' ? gif(canvas, fps) : video(canvas, format, fps);
};
