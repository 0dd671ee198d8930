import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { msg } from '../../../words/msg';
import type { FigureContext } from '../hosted-figure';

/** How long a word stands before the next one follows, in milliseconds. */
export const wordTime = 900;

interface Playing {
  timer: ReturnType<typeof setTimeout> | null;
  stage: Element | undefined;
}

const playingOf = (m: FigureContext): Playing =>
  m.kept<Playing>('playing', { timer: null, stage: undefined });

/** What is played: places up to the last one. */
export interface Played {
  readonly at: number;
  readonly first: number;
  readonly last: number;
  readonly goTo: (place: number) => void;
}

export function stop(m: FigureContext): void {
  const playing = playingOf(m);
  if (playing.timer !== null) clearTimeout(playing.timer);
  playing.timer = null;
}

/** Place by place to the end; all at once where motion is to be reduced. */
function play(m: FigureContext, { at, first, last, goTo }: Played): void {
  const playing = playingOf(m);
  const from = at >= last ? first : at;
  const goOn = (place: number): void => {
    playing.timer = place < last ? setTimeout(() => goOn(place + 1), wordTime) : null;
    if (playing.stage?.isConnected) goTo(place);
    else stop(m);
  };
  goOn(m.animate ? from + (at >= last ? 0 : 1) : last);
}

/** Back, play or pause, on. */
export function playControls(m: FigureContext, played: Played): TemplateResult {
  const { at, first, last } = played;
  const playing = playingOf(m);
  const isPlaying = playing.timer !== null;
  const move = (place: number) => () => {
    stop(m);
    played.goTo(place);
  };
  const press = () => {
    if (!isPlaying) return play(m, played);
    stop(m);
    played.goTo(at);
  };
  const keep = (element?: Element) => {
    playing.stage = element;
  };
  return html`<div class="go" role="group" aria-label=${msg`Word by word`} ${ref(keep)}>
    <button type="button" aria-label=${msg`a word back`} ?disabled=${at <= first} @click=${move(at - 1)}>←</button>
    <button type="button" @click=${press}>${isPlaying ? msg`■ pause` : msg`▶ play`}</button>
    <button type="button" aria-label=${msg`a word on`} ?disabled=${at >= last} @click=${move(at + 1)}>→</button>
  </div>`;
}
