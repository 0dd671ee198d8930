import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { relatives } from '../../../relatives/client';
import type { DecodeAnswer, DecodeRequest, DecodeStep } from '../../../relatives/protocol';
import { markOf } from '../../../state/settings';
import { msg } from '../../../words/msg';
import type { FigureContext } from '../hosted-figure';
import { isMark, readBefore } from './words';

/** What came of a request so far. */
export interface Decoded {
  /** The last one that is there; null before the first. */
  readonly answer: DecodeAnswer | null;
  /** It answers the request, not one before it. */
  readonly current: boolean;
  /** Why there is no answer; empty while there is no reason. */
  readonly problem: string;
}

interface Asked {
  /** Of the request that failed last; another one takes its place, so that it can be made again. */
  problem: { readonly key: string; readonly error: Error } | null;
  last: DecodeAnswer | null;
  waits: boolean;
}

const most = 16;

const keyOf = ({ model, source, prefix, taken, steps }: DecodeRequest): string =>
  JSON.stringify([model, source, prefix, taken, steps]);

/** One request at a time; the latest follows when that is answered. */
async function ask(m: FigureContext, name: string, request: DecodeRequest): Promise<void> {
  const asked = askedOf(m, name);
  const answers = answersOf(m);
  asked.waits = true;
  asked.problem = null;
  const key = keyOf(request);
  try {
    answers.set(key, await relatives().decode(request));
  } catch (error) {
    asked.problem = { key, error: error as Error };
  }
  const [oldest] = answers.keys();
  if (answers.size > most && oldest !== undefined) answers.delete(oldest);
  asked.waits = false;
  m.keep(name, asked);
}

const askedOf = (m: FigureContext, name: string): Asked =>
  m.kept<Asked>(name, { problem: null, last: null, waits: false });

/** All that is known: what was computed beside a sentence is there when it becomes the sentence. */
const answersOf = (m: FigureContext): Map<string, DecodeAnswer> =>
  m.kept<Map<string, DecodeAnswer>>('answers', new Map());

function look(m: FigureContext, name: string, request: DecodeRequest): Decoded {
  const asked = askedOf(m, name);
  const key = keyOf(request);
  const answer = answersOf(m).get(key);
  if (answer) asked.last = answer;
  if (asked.problem?.key !== key) asked.problem = null;
  const problem = asked.problem?.error.message ?? '';
  if (!answer && !problem && !asked.waits) ask(m, name, request);
  return { answer: asked.last, current: answer !== undefined, problem };
}

/** What the decoder makes of a request; asked for where it is not there. */
export const decoded = (m: FigureContext, request: DecodeRequest): Decoded =>
  look(m, 'decoded', request);

/** The same of another request beside that, which has to be answered itself. */
export function decodedBeside(m: FigureContext, request: DecodeRequest): Decoded {
  const { answer, current, problem } = look(m, 'decoded beside', request);
  return { answer: current ? answer : null, current, problem };
}

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
    <button type="button" aria-label=${msg`back one word`} ?disabled=${at <= first} @click=${move(at - 1)}>←</button>
    <button type="button" @click=${press}>${isPlaying ? msg`■ pause` : msg`▶ play`}</button>
    <button type="button" aria-label=${msg`forward one word`} ?disabled=${at >= last} @click=${move(at + 1)}>→</button>
  </div>`;
}

/** Words of the source in whose place others were written; both are ranges of places. */
interface Departure {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Lengths of the longest common part from each pair of places on. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () =>
    new Array<number>(b.length + 1).fill(0),
  );
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (lengths[i] as number[])[j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return lengths;
}

/** Where what was written is not what was read. Places count with the marks of start and end. */
export function departures(
  source: readonly string[],
  written: readonly string[],
): readonly Departure[] {
  const lengths = commonLengths(source, written);
  const found: Departure[] = [];
  let from: number[] = [];
  let to: number[] = [];
  const close = () => {
    if (from.length + to.length > 0) found.push({ from, to });
    [from, to] = [[], []];
  };
  let [i, j] = [0, 0];
  while (i < source.length || j < written.length) {
    if (i < source.length && source[i] === written[j]) {
      close();
      i++;
      j++;
    } else if (
      j >= written.length ||
      (i < source.length && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
    ) {
      if (!isMark(source[i] ?? '')) from.push(i);
      i++;
    } else {
      if (!isMark(written[j] ?? '')) to.push(j);
      j++;
    }
  }
  close();
  return found;
}

/** At most so many words are written. */
export const mostSteps = 40;

/** What the decoder makes of the sentence, and the words that the reader chose in it. */
export interface Writing extends Decoded {
  readonly request: DecodeRequest;
  readonly text: string;
  readonly taken: readonly number[];
}

const idsIn = (text = ''): readonly number[] =>
  text.split('.').flatMap((id) => (/^\d+$/.test(id) ? [Number(id)] : []));

/** Whether what was chosen was chosen for this sentence. Settings without a mark are of the first one. */
function isOwn(m: FigureContext, text: string): boolean {
  const mark = m.choices.get('of');
  return mark === undefined ? m.kept('writtenOf', text) === text : mark === markOf(text);
}

/** The sentence as it is read, rewritten. */
export function writingOf(m: FigureContext): Writing {
  const { text } = m.trace.encoding;
  const taken = isOwn(m, text) ? idsIn(m.choices.get('taken')) : [];
  const request = { model: 'rewrite', source: text, taken, steps: mostSteps } as const;
  return { ...decoded(m, request), request, text, taken };
}

/** The place to begin with: the last of those where other words were written than read. */
export function usualPlace({ source, steps }: DecodeAnswer): number {
  const [first] = departures(
    source?.tokens ?? [],
    steps.map(({ token }) => token),
  );
  return (first?.to.at(-1) ?? steps.length - 1) + 1;
}

/** The place that is looked from, counted from 1; `first` as long as none was chosen. */
export function placeOf(m: FigureContext, { answer, text }: Writing, first?: number): number {
  if (!answer) return 1;
  const chosen = isOwn(m, text) ? Number(m.choices.get('place') ?? Number.NaN) : Number.NaN;
  const place = Number.isInteger(chosen) ? chosen : (first ?? usualPlace(answer));
  return Math.min(answer.steps.length, Math.max(1, place));
}

/** Chooses for the sentence at hand. */
export function chooseIn(
  m: FigureContext,
  { text }: Writing,
  choice: Record<string, string>,
): void {
  const own = isOwn(m, text);
  m.keep('writtenOf', text);
  m.choose({ ...(own ? {} : { taken: '', place: '' }), of: markOf(text), ...choice });
}

/** Puts a word into a place, and goes on to the next one. */
export function take(m: FigureContext, writing: Writing, place: number, id: number): void {
  const { answer, taken } = writing;
  const steps = answer?.steps ?? [];
  const ids = [...steps.slice(0, place - 1).map((step) => step.id), id];
  const goes = ids.length <= taken.length || steps[place - 1]?.next[0]?.id !== id;
  const kept = goes ? ids : taken;
  chooseIn(m, writing, { taken: kept.join('.'), place: String(place + 1) });
}

/** Words of the reader's own: not the likeliest of their places. */
export const ownWords = (steps: readonly DecodeStep[]): readonly DecodeStep[] =>
  steps.filter(({ id, next }) => next[0] && next[0].id !== id);

/** The step of a place. */
export const stepAt = ({ steps }: DecodeAnswer, place: number): DecodeStep | undefined =>
  steps[place - 1];

/** What is read when a place is filled, by row. */
export const rowsBefore = ({ steps }: DecodeAnswer, place: number): readonly string[] =>
  readBefore(steps, place - 1);
