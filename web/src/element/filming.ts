import type { LitElement } from 'lit';
import { pictureOf } from '../picture/picture';
import { filmPace, filmStart, saidInFilm, sceneAt } from '../state/film';
import { drawnSize, type FilmChoice, type Movie, type Shot } from '../state/numbers';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import { advance, readingPace, type Span, spanOf, whole } from '../state/timeline';
import type { Caption } from '../views/view';
import { msg } from '../words/msg';
import { loadFile } from './load-file';

/** Width and height in pixels. */
const sizes: Readonly<Record<FilmChoice['size'], readonly [width: number, height: number]>> = {
  small: [640, 360],
  '720p': [1280, 720],
  '1080p': [1920, 1080],
  square: [1080, 1080],
};

/** How long the last frame stands, in seconds. */
const rest = 1;

/** Where a step begins, the page still shows the view of the step before. */
const instant = 0.001;

/** The stretch of the timeline that is filmed. */
function stretchOf({ of }: Pick<FilmChoice, 'of'>, { view, time, span }: State): Span {
  if (of === 'film') return whole;
  const own = spanOf(view) ?? span;
  if (of === 'view') return { begin: own.begin + instant, end: own.end };
  const end = Math.min(own.end, Math.max(own.begin + 1, Math.ceil(time)));
  return { begin: end - 1 + instant, end };
}

/** Text in lines that fit, as a canvas would set them. */
function linesOf(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && context.measureText(longer).width <= width) lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}

const stamp = (seconds: number): string =>
  new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);

/** What was said in each frame, as WebVTT. */
export function subtitles(said: readonly string[], fps: number): string {
  const begins = said.flatMap((text, i) => (text === said[i - 1] ? [] : [i]));
  const cues = begins.flatMap((begin, n) => {
    const text = said[begin]?.replaceAll('-->', '→').trim();
    const end = begins[n + 1] ?? said.length;
    return text ? [`${stamp(begin / fps)} --> ${stamp(end / fps)}\n${text}\n`] : [];
  });
  return ['WEBVTT\n', ...cues].join('\n');
}

/** Colours and the font of what is on the stage. */
function lookOf(stage: HTMLElement) {
  const style = getComputedStyle(stage);
  const own = (name: string, usual: string) => style.getPropertyValue(name).trim() || usual;
  return {
    ...{ paper: own('--paper', '#ffffff'), ink: own('--ink', '#000000') },
    font: own('--serif', 'serif'),
  };
}

/** Draws a picture of the stage, as large as it fits above its caption, in the middle of a canvas. */
async function paint(canvas: HTMLCanvasElement, stage: HTMLElement, caption: string) {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { svg, width, height } = pictureOf(stage);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const { paper, ink, font } = lookOf(stage);
  context.fillStyle = paper;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const size = Math.round(canvas.height / 30);
  context.font = `${size}px ${font}`;
  const lines = caption ? linesOf(context, caption, canvas.width * 0.9) : [];
  const below = caption ? size * 1.4 * Math.max(2, lines.length) + size : 0;
  const room = canvas.height - below;
  const scale = Math.min(canvas.width / width, room / height);
  const [w, h] = [width * scale, height * scale];
  context.drawImage(image, (canvas.width - w) / 2, (room - h) / 2, w, h);
  context.fillStyle = ink;
  context.textAlign = 'center';
  lines.forEach((line, i) => {
    context.fillText(line, canvas.width / 2, room + size * (1 + 1.4 * i));
  });
}

/** The same as a drawing. */
function shotOf(canvas: HTMLCanvasElement, stage: HTMLElement, caption: string): Shot {
  const look = lookOf(stage);
  const picture = pictureOf(stage);
  const context = canvas.getContext('2d');
  if (context) context.font = `${drawnSize}px ${look.font}`;
  const fits = picture.width * 0.95;
  return { picture, ...look, lines: context && caption ? linesOf(context, caption, fits) : [] };
}

/** What a view says of what is on the stage. */
export type Happens = (state: State) => Caption | null;

export interface Filming {
  readonly host: LitElement;
  readonly store: Store;
  readonly caption: Happens;
  /** Called with the share that is done. */
  tell(share: number): void;
  readonly signal: AbortSignal;
}

/** Everything that the host draws, elements of other files too. */
async function drawn(host: LitElement): Promise<HTMLElement> {
  await host.updateComplete;
  const stage = host.renderRoot.querySelector<HTMLElement>('.view');
  if (!stage) throw new Error(msg`There is no picture yet.`);
  for (const element of stage.querySelectorAll<LitElement>('*'))
    if (element.shadowRoot) await element.updateComplete;
  return stage;
}

/** What is said of what is on the stage. */
export function saidOf({ store: { state }, caption }: Filming): string {
  if (state.film) return saidInFilm(sceneAt(state.time).id, state);
  return caption(state)?.join(' ') ?? '';
}

/** The model may not have read its first sentence yet. Rejects once the signal aborts. */
function computed({ store, signal }: Filming): Promise<void> {
  if (store.state.trace) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const stop = store.subscribe(({ trace }) => {
      if (!trace) return;
      stop();
      resolve();
    });
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason);
    });
  });
}

/** What was chosen last may still be coming: waits until the picture is as it was a moment before. */
async function settled(show: () => Promise<HTMLElement>): Promise<void> {
  let before = '';
  for (let tries = 0; tries < 20; tries++) {
    const { svg } = pictureOf(await show());
    if (svg === before) return;
    before = svg;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Lets a stretch of the timeline be shown at any time of it, in a theme; then all is as it was. */
export async function rolling<Made>(
  filming: Filming,
  choice: Pick<FilmChoice, 'of' | 'theme'>,
  work: (stretch: Span, at: (time: number) => Promise<HTMLElement>) => Promise<Made>,
): Promise<Made> {
  const { host, store, signal } = filming;
  await computed(filming);
  if (choice.of === 'film') await loadFile('figures');
  const { view, span, time, theme, film: wasFilm } = store.state;
  const stretch = stretchOf(choice, store.state);
  store.dispatch({ type: 'play', playing: false }, 'figure');
  if (choice.of === 'film') store.dispatch({ type: 'choose', choice: filmStart }, 'figure');
  store.dispatch({ type: 'theme', theme: choice.theme }, 'figure');
  const show = (at: number) => {
    signal.throwIfAborted();
    store.dispatch({ type: 'seek', time: at }, 'figure');
    return drawn(host);
  };
  try {
    await settled(() => show(stretch.begin));
    return await work(stretch, show);
  } finally {
    store.dispatch({ type: 'choose', choice: { film: wasFilm, view, span, time } }, 'figure');
    store.dispatch({ type: 'theme', theme }, 'figure');
  }
}

/**
 * Films a stretch of the timeline frame by frame: each frame follows from its time alone, so that the
 * same is filmed again. Resolves to the film, and its captions where they are wanted.
 */
export async function film(filming: Filming, choice: FilmChoice): Promise<readonly Blob[]> {
  await loadFile('save');
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = sizes[choice.size];
  const movie = await globalThis.foveaWriters?.openMovie(canvas, choice.format, choice.fps);
  if (!movie) throw new Error(msg`There is no picture yet.`);
  try {
    const said = await rolling(filming, choice, ({ begin, end }, at) =>
      filmed(filming, choice, { begin, end, at, canvas, movie }),
    );
    const blob = await movie.finish();
    const vtt = new Blob([subtitles(said, choice.fps)], { type: 'text/vtt' });
    return choice.captions === 'vtt' ? [blob, vtt] : [blob];
  } catch (error) {
    await movie.cancel();
    throw error;
  }
}

interface Take extends Span {
  at(time: number): Promise<HTMLElement>;
  readonly canvas: HTMLCanvasElement;
  readonly movie: Movie;
}

/** Adds each frame to a film; resolves to what is said in each. */
async function filmed(
  filming: Filming,
  { of, fps, captions, format }: FilmChoice,
  { begin, end, at, canvas, movie }: Take,
): Promise<readonly string[]> {
  const said: string[] = [];
  let frame = { time: begin, halt: 0 };
  for (let left = Math.round(rest * fps); left > 0; ) {
    const stage = await at(frame.time);
    const caption = saidOf(filming);
    said.push(caption);
    const burnt = captions === 'burnt' ? caption : '';
    if (format === 'svg') await movie.add(shotOf(canvas, stage, burnt));
    else {
      await paint(canvas, stage, burnt);
      await movie.add();
    }
    filming.tell((frame.time - begin) / (end - begin));
    if (frame.time >= end) left--;
    const pace = of === 'film' ? filmPace : readingPace(caption.split(' ').length);
    frame = advance(frame, 1000 / fps, 1, end, false, pace);
  }
  return said;
}

/** The film has the page for itself, with a dialog of its own: that of its making stays open. */
export function keepingDialog(host: LitElement, tell: (share: number) => void) {
  let known: Element | null = null;
  return (share: number): void => {
    tell(share);
    const dialog = host.renderRoot.querySelector<HTMLDialogElement>('dialog.embed');
    if (known && dialog !== known && !dialog?.open) dialog?.showModal();
    known = dialog;
  };
}
