import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { msg } from '../../words/msg';
import { endMark } from '../kit/decoded/words';
import { wordTime } from '../kit/decoded/writing';
import type { FigureContext } from '../kit/hosted-figure';
import { isGuessed } from './question';
import { append, open, type Reading, shorten } from './text';

/** At most so many words are read and written. */
const most = 24;

/** While it writes by itself: a word at a time. */
interface Writes {
  on: boolean;
  timer: ReturnType<typeof setTimeout> | null;
  stage: Element | undefined;
}

const writesOf = (m: FigureContext): Writes =>
  m.kept<Writes>('writes', { on: false, timer: null, stage: undefined });

/** The likeliest word, where the text may go on. */
const nextOf = ({ answer, current }: Reading) => {
  const best = answer?.steps.at(-1)?.next[0];
  const full = (answer?.steps.length ?? 0) > most;
  return current && best && best.token !== endMark && !full ? best : null;
};

function stop(m: FigureContext): void {
  const writes = writesOf(m);
  if (writes.timer !== null) clearTimeout(writes.timer);
  m.keep('writes', { ...writes, on: false, timer: null });
}

/** The next word follows when the one before has been read. */
function goOn(m: FigureContext, reading: Reading): void {
  const writes = writesOf(m);
  const next = nextOf(reading);
  if (!writes.on || writes.timer !== null || !reading.current) return;
  if (!next) {
    writes.on = false;
    return;
  }
  const put = () => {
    writes.timer = null;
    if (!writes.stage?.isConnected) writes.on = false;
    else append(m, reading, next.id);
  };
  writes.timer = setTimeout(put, m.animate ? wordTime : 0);
}

/** Why it does not go on by itself; empty where it could. */
function whyItStops(m: FigureContext, reading: Reading): string {
  const { answer, current } = reading;
  if (!answer || !current || !isGuessed(m) || nextOf(reading)) return '';
  return answer.steps.length > most
    ? msg`It stops after ${most} words.`
    : msg`The end is most likely. Press another word to continue.`;
}

/** A word back, by itself, from the beginning. */
export function writingControls(m: FigureContext, reading: Reading): TemplateResult {
  goOn(m, reading);
  const writes = writesOf(m);
  const isEmpty = reading.opening === '' && reading.taken.length === 0;
  const act = (what: () => void) => () => {
    stop(m);
    what();
  };
  const start = () => m.keep('writes', { ...writesOf(m), on: true });
  const keep = (element?: Element) => {
    writes.stage = element;
  };
  return html`<div class="go" role="group" aria-label=${msg`Word by word`} ${ref(keep)}>
    <button type="button" aria-label=${msg`back one word`} ?disabled=${isEmpty} @click=${act(() => shorten(m, reading))}>←</button>
    <button type="button" ?disabled=${!writes.on && !nextOf(reading)} @click=${() => (writes.on ? stop(m) : start())}>${writes.on ? msg`■ pause` : msg`▶ let it write`}</button>
    <button type="button" ?disabled=${isEmpty} @click=${act(() => open(m, ''))}>${msg`empty`}</button>
  </div> ${whyItStops(m, reading)}`;
}
