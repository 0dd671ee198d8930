import type { DecodeAnswer, DecodeRequest, DecodeStep } from '../../../relatives/protocol';
import { markOf } from '../../../state/settings';
import type { FigureContext } from '../hosted-figure';
import { type Decoded, decoded } from './ask';
import { isMark, readBefore } from './words';

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

/** The place that is looked from, counted from 1. */
export function placeOf(m: FigureContext, { answer, text }: Writing): number {
  if (!answer) return 1;
  const chosen = isOwn(m, text) ? Number(m.choices.get('place') ?? Number.NaN) : Number.NaN;
  const place = Number.isInteger(chosen) ? chosen : usualPlace(answer);
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
