import { percent, signed, weight } from '../../render/format';
import { askedKey } from '../../state/asked';
import type { State, StepId } from '../../state/state';
import { localTime, spanOf, timeline } from '../../state/timeline';
import { argmax } from '../../state/vector';
import { type AttentionRow, attentionRowOf } from './attention-row';

/** A part of a sentence; with `token`, hovering it highlights that word. */
export interface CaptionPart {
  readonly text: string;
  readonly token?: number;
}

/** The step that a time shows: the one that plays, or the one that has just finished. */
export function stepAt(time: number): StepId | null {
  const { begin = 0, end = 0 } = spanOf('attention') ?? {};
  const step = timeline.slice(begin, end)[Math.ceil(time) - 1];
  return (step?.id as StepId | undefined) ?? null;
}

const piece = (row: AttentionRow, token: number) => row.tokens[token]?.piece ?? '';
const quoted = (row: AttentionRow, token: number): CaptionPart => ({
  text: `“${piece(row, token)}”`,
  token,
});

/** Token indices by descending weight. */
function ranking(row: AttentionRow): readonly number[] {
  const order = row.tokens.map((_, j) => j);
  return order.sort((a, b) => (row.weights[b] ?? 0) - (row.weights[a] ?? 0));
}

function object(row: AttentionRow, token: number): CaptionPart {
  return token === row.focus ? { text: 'itself', token } : quoted(row, token);
}

function scoresParts(row: AttentionRow): readonly CaptionPart[] {
  const best = argmax(row.scores);
  return [
    { text: 'The query of ' },
    quoted(row, row.focus),
    { text: ' is compared with every key. The best match is ' },
    object(row, best),
    { text: `: q · k = ${signed(row.scores[best] ?? 0)}.` },
  ];
}

function scaleParts(row: AttentionRow): readonly CaptionPart[] {
  const best = argmax(row.scores);
  const [score, scaled] = [row.scores[best] ?? 0, row.scaled[best] ?? 0];
  return [
    { text: `Divided by √${row.dK}, ${signed(score)} becomes ${signed(scaled)}. Without it, ` },
    quoted(row, best),
    { text: ` would take ${percent(row.unscaled[best] ?? 0)}.` },
  ];
}

function softmaxParts(row: AttentionRow): readonly CaptionPart[] {
  const [first = 0] = ranking(row);
  return [
    { text: 'Every score becomes a positive weight; together they add up to 1. The largest, ' },
    { text: weight(row.weights[first] ?? 0), token: first },
    { text: ', goes to ' },
    first === row.focus ? { text: 'the word itself', token: first } : quoted(row, first),
    { text: '.' },
  ];
}

function sumParts(row: AttentionRow): readonly CaptionPart[] {
  const [first = 0, second] = ranking(row);
  const share = (token: number) => percent(row.weights[token] ?? 0);
  const start: CaptionPart[] = [
    quoted(row, row.focus),
    { text: ` takes ${share(first)} from ` },
    object(row, first),
  ];
  if (second === undefined) return [...start, { text: '.' }];
  if ((row.weights[second] ?? 0) < 0.005) {
    return [...start, { text: ', and less than 1\u202f% from any other word.' }];
  }
  const next: CaptionPart[] = [{ text: ` and ${share(second)} from ` }, object(row, second)];
  return [...start, ...next, { text: '.' }];
}

/** The caption at a time. */
export function captionParts(
  row: AttentionRow,
  time: number,
  step: StepId | null = stepAt(time),
): readonly CaptionPart[] {
  if (step === 'scores') return scoresParts(row);
  if (step === 'scale') return scaleParts(row);
  if (step === 'softmax') return softmaxParts(row);
  return sumParts(row);
}

/** The caption as plain text; empty while there is no trace. */
export function captionFor(state: State, part: StepId | null = null): string {
  const row = attentionRowOf(state);
  if (!row) return '';
  return captionParts(row, localTime(state), part ?? stepAt(localTime(state)))
    .map((part) => part.text)
    .join('');
}

/** What a live region says about the word under the keyboard: "it attends to animal, .521". */
export function cellCaption(state: State): string {
  const row = attentionRowOf(state);
  const key = state.hover ?? askedKey(state);
  if (!row || key === null || key >= row.tokens.length) return '';
  const [from, to] = [piece(row, row.focus), piece(row, key)];
  return `${from} attends to ${key === row.focus ? 'itself' : to}, ${weight(row.weights[key] ?? 0)}`;
}
