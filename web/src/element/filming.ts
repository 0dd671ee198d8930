import type { LitElement } from 'lit';
import { pictureOf } from '../picture/picture';
import { filmPace, filmStart, saidInFilm, sceneAt } from '../state/film';
import type { FilmChoice } from '../state/numbers';
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

/** The stretch of the timeline that is filmed. */
function stretchOf({ of }: FilmChoice, { view, time, span }: State): Span {
  if (of === 'film') return whole;
  const own = spanOf(view) ?? span;
  if (of === 'view') return own;
  const end = Math.min(own.end, Math.max(own.begin + 1, Math.ceil(time)));
  return { begin: end - 1, end };
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

/** Draws a picture of the stage, as large as it fits above its caption, in the middle of a canvas. */
async function paint(canvas: HTMLCanvasElement, stage: HTMLElement, caption: string) {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { svg, width, height } = pictureOf(stage);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const style = getComputedStyle(stage);
  context.fillStyle = style.getPropertyValue('--paper').trim() || '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  const size = Math.round(canvas.height / 30);
  context.font = `${size}px ${style.getPropertyValue('--serif').trim() || 'serif'}`;
  const lines = caption ? linesOf(context, caption, canvas.width * 0.9) : [];
  const below = caption ? size * 1.4 * Math.max(2, lines.length) + size : 0;
  const room = canvas.height - below;
  const scale = Math.min(canvas.width / width, room / height);
  const [w, h] = [width * scale, height * scale];
  context.drawImage(image, (canvas.width - w) / 2, (room - h) / 2, w, h);
  context.fillStyle = style.getPropertyValue('--ink').trim() || '#000000';
  context.textAlign = 'center';
  lines.forEach((line, i) => {
    context.fillText(line, canvas.width / 2, room + size * (1 + 1.4 * i));
  });
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

/**
 * Films a stretch of the timeline frame by frame: each frame follows from its time alone, so that the
 * same is filmed again. Then all is as it was. Resolves to the film, and its captions where they are wanted.
 */
export async function film(filming: Filming, choice: FilmChoice): Promise<readonly Blob[]> {
  const { host, store, signal } = filming;
  await loadFile('save');
  if (choice.of === 'film') await loadFile('figures');
  const { view, span, time, theme, film: wasFilm } = store.state;
  const { begin, end } = stretchOf(choice, store.state);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = sizes[choice.size];
  const movie = await globalThis.foveaWriters?.openMovie(canvas, choice.format, choice.fps);
  if (!movie) throw new Error(msg`There is no picture yet.`);
  const said: string[] = [];
  const show = (at: number) => store.dispatch({ type: 'seek', time: at }, 'figure');
  store.dispatch({ type: 'play', playing: false }, 'figure');
  if (choice.of === 'film') store.dispatch({ type: 'choose', choice: filmStart }, 'figure');
  store.dispatch({ type: 'theme', theme: choice.theme }, 'figure');
  try {
    let frame = { time: begin, halt: 0 };
    for (let left = Math.round(rest * choice.fps); left > 0; ) {
      signal.throwIfAborted();
      show(frame.time);
      const stage = await drawn(host);
      const { state } = store;
      const caption = state.film
        ? saidInFilm(sceneAt(state.time).id, state)
        : (filming.caption(state)?.join(' ') ?? '');
      said.push(caption);
      await paint(canvas, stage, choice.captions === 'burnt' ? caption : '');
      await movie.add();
      filming.tell((frame.time - begin) / (end - begin));
      if (frame.time >= end) left--;
      const words = caption.split(' ').length;
      const pace = choice.of === 'film' ? filmPace : readingPace(words);
      frame = advance(frame, 1000 / choice.fps, 1, end, false, pace);
    }
    const blob = await movie.finish();
    const vtt = new Blob([subtitles(said, choice.fps)], { type: 'text/vtt' });
    return choice.captions === 'vtt' ? [blob, vtt] : [blob];
  } catch (error) {
    await movie.cancel();
    throw error;
  } finally {
    store.dispatch({ type: 'choose', choice: { film: wasFilm, view, span, time } }, 'figure');
    store.dispatch({ type: 'theme', theme }, 'figure');
  }
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
