import { percent, signed, weight } from '../../render/format';
import type { State, StepId } from '../../state/state';
import { localTime, spanOf, timeline } from '../../state/timeline';
import { argmax } from '../../state/vector';
import { type AttentionRow, attentionRowOf } from './attention-row';

/** A piece of a sentence; with `token`, a handle to that word. */
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

const piece = (facts: AttentionRow, token: number) => facts.tokens[token]?.piece ?? '';
const quoted = (facts: AttentionRow, token: number): CaptionPart => ({
  text: `“${piece(facts, token)}”`,
  token,
});

/** What most of the attention goes to, then the next. */
function ranking(facts: AttentionRow): readonly number[] {
  const order = facts.tokens.map((_, j) => j);
  return order.sort((a, b) => (facts.weights[b] ?? 0) - (facts.weights[a] ?? 0));
}

function object(facts: AttentionRow, token: number): CaptionPart {
  return token === facts.focus ? { text: 'itself', token } : quoted(facts, token);
}

function scoresParts(facts: AttentionRow): readonly CaptionPart[] {
  const best = argmax(facts.scores);
  return [
    { text: 'The query of ' },
    quoted(facts, facts.focus),
    { text: ' meets every key. It agrees most with that of ' },
    object(facts, best),
    { text: `: q · k = ${signed(facts.scores[best] ?? 0)}.` },
  ];
}

function scaleParts(facts: AttentionRow): readonly CaptionPart[] {
  const best = argmax(facts.scores);
  const [score, scaled] = [facts.scores[best] ?? 0, facts.scaled[best] ?? 0];
  return [
    { text: `Divided by √${facts.dK}, ${signed(score)} becomes ${signed(scaled)}. Without it, ` },
    quoted(facts, best),
    { text: ` would take ${percent(facts.unscaled[best] ?? 0)}.` },
  ];
}

function softmaxParts(facts: AttentionRow): readonly CaptionPart[] {
  const [first = 0] = ranking(facts);
  return [
    { text: 'Every score becomes a positive share; together they make 1. The largest, ' },
    { text: weight(facts.weights[first] ?? 0), token: first },
    { text: ', goes to ' },
    first === facts.focus ? { text: 'the word itself', token: first } : quoted(facts, first),
    { text: '.' },
  ];
}

function sumParts(facts: AttentionRow): readonly CaptionPart[] {
  const [first = 0, second] = ranking(facts);
  const share = (token: number) => percent(facts.weights[token] ?? 0);
  const start: CaptionPart[] = [
    quoted(facts, facts.focus),
    { text: ` takes ${share(first)} from ` },
    object(facts, first),
  ];
  if (second === undefined) return [...start, { text: '.' }];
  if ((facts.weights[second] ?? 0) < 0.005) {
    return [...start, { text: ', and less than 1\u202f% from any other word.' }];
  }
  const next: CaptionPart[] = [{ text: ` and ${share(second)} from ` }, object(facts, second)];
  return [...start, ...next, { text: '.' }];
}

/** The sentence under the figure at a time. */
export function captionParts(
  facts: AttentionRow,
  time: number,
  step: StepId | null = stepAt(time),
): readonly CaptionPart[] {
  if (step === 'scores') return scoresParts(facts);
  if (step === 'scale') return scaleParts(facts);
  if (step === 'softmax') return softmaxParts(facts);
  return sumParts(facts);
}

/** The same sentence as text: for a live region, a title, a test. Empty while there is no trace. */
export function captionFor(state: State, part: StepId | null = null): string {
  const facts = attentionRowOf(state);
  if (!facts) return '';
  return captionParts(facts, localTime(state), part ?? stepAt(localTime(state)))
    .map((part) => part.text)
    .join('');
}

/** What a live region says about the word under the keyboard: "it attends to animal, .521". */
export function cellCaption(state: State): string {
  const facts = attentionRowOf(state);
  const key = state.hover ?? state.why;
  if (!facts || key === null || key >= facts.tokens.length) return '';
  const [from, to] = [piece(facts, facts.focus), piece(facts, key)];
  return `${from} attends to ${key === facts.focus ? 'itself' : to}, ${weight(facts.weights[key] ?? 0)}`;
}
