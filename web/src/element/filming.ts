import type { LitElement } from 'lit';
import { pictureOf } from '../picture/picture';
import { filmPace, filmStart, saidInFilm, sceneAt } from '../state/film';
import type { FilmChoice, Movie, OpenReel, Reel, Shot, Writers } from '../state/numbers';
import type { State } from '../state/state';
import type { Store } from '../state/store';
import { advance, type Pace, readingPace, type Span, spanOf, whole } from '../state/timeline';
import { viewOf } from '../state/views';
import type { Caption } from '../views/view';
import { msg } from '../words/msg';
import { loadFile } from './load-file';

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

/** A picture of the stage, with its colours and font. */
function shotOf(stage: HTMLElement, caption: string): Shot {
  const style = getComputedStyle(stage);
  const own = (name: string, usual: string) => style.getPropertyValue(name).trim() || usual;
  return {
    ...{ picture: pictureOf(stage), caption },
    ...{ paper: own('--paper', '#ffffff'), ink: own('--ink', '#000000') },
    font: own('--serif', 'serif'),
  };
}

/** What a view says of what is on the stage. */
export type CaptionFor = (state: State) => Caption | null;

/** Hears the share that is done. */
export type Told = (share: number) => void | Promise<void>;

export interface Filming {
  readonly host: LitElement;
  readonly store: Store;
  readonly caption: CaptionFor;
  /** Called with the share that is done, while its frame is on the stage, which waits for it. */
  readonly tell: Told;
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

/** What plays by itself goes on as time does. */
const steady =
  ({ seconds }: Reel): Pace =>
  () => ({ begin: 0, end: seconds, motion: seconds * 1000, halt: 0 });

/** The film has a pace of its own; what is read is slower the more words it has. */
const paceOf =
  ({ of }: Rolled, says: () => string): Pace =>
  (time) =>
    (of === 'film' ? filmPace : readingPace(says().split(' ').length))(time);

/** What is said of what is on the stage. */
function saidOf({ store: { state }, caption }: Filming): string {
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

/** How a view is filmed that plays by itself; null where it is shown over the timeline. */
async function reelOf({ host, signal }: Filming, { of, steps }: Rolled): Promise<Reel | null> {
  const stage = of === 'film' ? null : await drawn(host);
  const plays = [...(stage?.querySelectorAll<HTMLElement & { reel?: OpenReel | null }>('*') ?? [])];
  const open = plays.find(({ reel }) => reel)?.reel;
  return open ? open({ steps, signal }) : null;
}

type Rolled = Pick<FilmChoice, 'of' | 'theme' | 'steps'>;

/** A stretch that is filmed: what is seen at each of its times, what is said of it, and how it goes on. */
export interface Take extends Span {
  at(time: number): Promise<HTMLElement>;
  says(): string;
  readonly pace: Pace;
}

/** Lets what is on the stage be shown at any of its times, in a theme; then all is as it was. */
export async function rolling<Made>(
  filming: Filming,
  choice: Rolled,
  work: (take: Take) => Promise<Made>,
): Promise<Made> {
  const { host, store, signal } = filming;
  await computed(filming);
  const file = choice.of === 'film' ? 'figures' : viewOf(store.state.view)?.bundle;
  if (file) await loadFile(file);
  const { view, span, time, theme, film: wasFilm } = store.state;
  const stretch = stretchOf(choice, store.state);
  store.dispatch({ type: 'play', playing: false }, 'figure');
  const reel = await reelOf(filming, choice);
  if (choice.of === 'film') store.dispatch({ type: 'choose', choice: filmStart }, 'figure');
  store.dispatch({ type: 'theme', theme: choice.theme }, 'figure');
  const seek = (at: number) => store.dispatch({ type: 'seek', time: at }, 'figure');
  const { begin, end } = reel ? { begin: 0, end: reel.seconds } : stretch;
  const says = reel ? () => reel.says() : () => saidOf(filming);
  const pace = reel ? steady(reel) : paceOf(choice, says);
  const at = (time: number) => {
    signal.throwIfAborted();
    if (reel) reel.show(time);
    else seek(time);
    return drawn(host);
  };
  try {
    await settled(() => at(begin));
    return await work({ begin, end, at, says, pace });
  } finally {
    reel?.show(null);
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
  const { openMovie, subtitlesOf } = globalThis.foveaWriters as Writers;
  const movie = await openMovie(choice);
  try {
    const said = await rolling(filming, choice, (take) => filmed(filming, choice, take, movie));
    const blob = await movie.finish();
    return choice.captions === 'vtt' ? [blob, subtitlesOf(said, choice.fps)] : [blob];
  } catch (error) {
    await movie.cancel();
    throw error;
  }
}

/** Adds each frame to a film; resolves to what is said in each. */
async function filmed(
  filming: Filming,
  { fps, captions }: FilmChoice,
  { begin, end, at, says, pace }: Take,
  movie: Movie,
): Promise<readonly string[]> {
  const said: string[] = [];
  let frame = { time: begin, halt: 0 };
  for (let left = Math.round(rest * fps); left > 0; ) {
    const stage = await at(frame.time);
    const caption = says();
    said.push(caption);
    await movie.add(shotOf(stage, captions === 'burnt' ? caption : ''));
    await filming.tell((frame.time - begin) / (end - begin));
    if (frame.time >= end) left--;
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
