import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import type { DecodeAnswer, DecodeStep } from '../../relatives/protocol';
import { percent } from '../../state/format';
import { msg } from '../../words/msg';
import { endMark, namedWord, shownWord } from '../kit/decoded/words';
import { type Decoded, decoded, wordTime } from '../kit/decoded/writing';
import type { FigureContext } from '../kit/hosted-figure';
import { guessOf, type Question, questionBox } from '../kit/question';

/** What the model has read, and what it says comes next. */
export interface Reading extends Decoded {
  readonly opening: string;
  readonly taken: readonly number[];
  readonly request: Parameters<typeof decoded>[1];
}

/** In place of an empty text: an empty value would take the choice back. */
const nothing = '_';

/** As the settings have it: their names and values hold neither "=" nor ",". */
const written = (text: string): string =>
  text.replace(/[=,]/g, ' ').replace(/\s+/g, ' ').trim() || nothing;

/** The sentence of the page without its last word. */
const usual = ({ trace }: FigureContext): string =>
  trace.encoding.text.trim().replace(/\s*\S+$/, '');

export function readingOf(m: FigureContext): Reading {
  const own = m.choices.get('opening');
  const opening = own === nothing ? '' : (own ?? usual(m));
  const ids = (m.choices.get('after') ?? '').split('.').filter((id) => /^\d+$/.test(id));
  const taken = ids.map(Number);
  const request = { model: 'next-word', prefix: opening, taken, steps: 0 } as const;
  return { ...decoded(m, request), request, opening, taken };
}

/** What a guess of the next word is about. */
export function textBefore(m: FigureContext): string {
  const { opening, taken } = readingOf(m);
  return [opening.trim(), ...taken].join(' ');
}

/** Begins with another text. */
export const open = (m: FigureContext, text: string): void =>
  m.choose({ opening: written(text), after: '' });

/** Appends a word. */
export function append(m: FigureContext, { opening, taken }: Reading, id: number): void {
  m.keep('row', Number.POSITIVE_INFINITY);
  m.choose({ opening: written(opening), after: [...taken, id].join('.') });
}

/** Takes the last word away. */
export function shorten(m: FigureContext, { opening, taken }: Reading): void {
  if (taken.length > 0)
    m.choose({ opening: written(opening), after: taken.slice(0, -1).join('.') });
  else open(m, opening.replace(/\s*\S+\s*$/, ''));
}

/** The place that is to be filled: the last. */
export const lastStep = ({ steps }: DecodeAnswer) => steps.at(-1);

/** Places among the ten likeliest that are offered as guesses. */
const offered = [0, 3, 7];

/** Whether the reader has guessed once, or asked to be shown; then nothing is hidden. */
export const isGuessed = ({ choices }: FigureContext): boolean => choices.has('guessed');

function questionOf(m: FigureContext, { next, position }: DecodeStep): Question {
  const options = offered
    .flatMap((i) => next[i] ?? [])
    .sort((a, b) => a.token.localeCompare(b.token));
  const values = options.map(({ id }) => `${id}.${position}`);
  const place = { id: 'guessed', of: textBefore(m), values };
  const guess = options[guessOf(m.state, place) ?? -1];
  const [best] = next;
  const gives = (word: typeof best) =>
    word ? msg`The model gives ${namedWord(word.token)} ${percent(word.probability)}.` : '';
  return {
    ...place,
    asks: msg`Your turn: what comes next?`,
    options: options.map(({ token }) => shownWord(token)),
    right: options.findIndex(({ id }) => id === best?.id),
    why: [gives(best), guess && guess !== best ? gives(guess) : ''].filter(Boolean).join(' '),
    veils: true,
  };
}

/** Asked once, in place of the bars; told as long as the text is the one that was guessed about. */
export function guessWord(m: FigureContext, step: DecodeStep): TemplateResult | '' {
  const asked = questionOf(m, step);
  return isGuessed(m) && guessOf(m.state, asked) === null
    ? ''
    : questionBox(asked, m.state, m.dispatch);
}

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
