import type { KeptStep, LessonReport } from '../../learn/protocol';
import type { Token } from '../../model/protocol';
import { count, weight } from '../format';
import { likelihood } from '../prediction';
import { tickNumber } from './numbers';
import { looksAt, type Reading, rowOf, type Seen } from './seen';
import type { Training } from './training';

/** Words beyond which a row is said to be spread over all of them: so many times an even share. */
const evenUpTo = 1.6;

const word = (tokens: readonly Token[], token: number): string => `“${tokens[token]?.piece ?? ''}”`;

/** The tokens at which two sentences differ. */
export const differing = (upper: Reading, lower: Reading): readonly number[] =>
  upper.tokens.flatMap(({ piece }, i) => (piece === lower.tokens[i]?.piece ? [] : [i]));

/** The word by which a sentence differs from the other, to tell them apart by. */
export function nameOf(reading: Reading, other: Reading | null): string {
  const [at] = other ? differing(reading, other) : [];
  return at === undefined ? 'this sentence' : word(reading.tokens, at);
}

const headsOf = ({ run }: Training): number => run.info?.config.num_attention_heads ?? 1;

interface Look {
  readonly at: number;
  readonly where: string;
  readonly weight: number;
  readonly spread: boolean;
}

function lookOf(reading: Reading, row: Float32Array): Look {
  const { token, weight: w } = looksAt(row);
  const where = token === reading.focus ? 'itself' : word(reading.tokens, token);
  return { at: token, where, weight: w, spread: w < evenUpTo / row.length };
}

/** "at “animal”, .869"; of a row without a favourite, how little the most is. */
const seenAt = ({ where, weight: w, spread }: Look): string =>
  spread ? `at no word much, at most ${weight(w)}` : `at ${where}, ${weight(w)}`;

function oneLook(reading: Reading, row: Float32Array): string {
  const look = lookOf(reading, row);
  const from = word(reading.tokens, reading.focus);
  if (!look.spread) return `From ${from} it looks most ${seenAt(look)}.`;
  return `From ${from} it looks at all ${row.length} words about alike: the largest weight is ${weight(look.weight)}.`;
}

/** Where the head on show looks in each of two sentences. */
function looksOf(upper: Reading, lower: Reading, training: Training): readonly [Look, Look] {
  const heads = headsOf(training);
  const look = (reading: Reading) => lookOf(reading, rowOf(reading, heads, training.head));
  return [look(upper), look(lower)];
}

function bothLooks(upper: Reading, lower: Reading, training: Training): string {
  const [a, b] = looksOf(upper, lower, training);
  const [nameA, nameB] = [nameOf(upper, lower), nameOf(lower, upper)];
  if (a.spread && b.spread)
    return `It looks at all words about alike: of ${upper.tokens.length} words none gets more than ${weight(Math.max(a.weight, b.weight))}.`;
  if (!a.spread && !b.spread && a.at === b.at)
    return `It looks most at ${a.where} in both: ${weight(a.weight)} with ${nameA}, ${weight(b.weight)} with ${nameB}. The word that differs does not turn it.`;
  const turned = isTurned(a, b) ? 'The word that differs turns it: with' : 'With';
  return `${turned} ${nameA} it looks most ${seenAt(a)}; with ${nameB} ${seenAt(b)}.`;
}

const isTurned = (a: Look, b: Look): boolean => !a.spread && !b.spread && a.at !== b.at;

/** The later kept step at which it first turns, or no longer does, as a sentence; empty where it stays. */
function later(training: Training, step: number): string {
  const turns = ({ upper, lower }: Seen) =>
    lower !== null && isTurned(...looksOf(upper, lower, training));
  const all = [...training.seen].filter(([at]) => at >= step);
  const now = all[0] && turns(all[0][1]);
  const next = all.find(([, seen]) => turns(seen) !== now);
  if (!next) return '';
  const at = tickNumber(next[0]);
  return now
    ? ` At step ${at} it no longer does.`
    : ` By step ${at} the word that differs turns it.`;
}

/** What the head on show does at a kept step. */
export function headCaption(training: Training, step: number, { upper, lower }: Seen): string {
  const said = lower
    ? bothLooks(upper, lower, training)
    : oneLook(upper, rowOf(upper, headsOf(training), training.head));
  const before = step === 0 ? 'Nothing is learned yet: all weights are random numbers. ' : '';
  return `${before}${said}${later(training, step)}`;
}

/** What the model answers at the word in focus, in words. */
export function saysCaption({ upper, lower }: Seen): string {
  const said = (reading: Reading) =>
    reading.guess
      ? `“${reading.guess.piece}”, ${likelihood(reading.guess.probability)}`
      : 'no number';
  const own = `Asked what ${word(upper.tokens, upper.focus)} stands for, it answers ${said(upper)}`;
  return lower
    ? `${own} with ${nameOf(upper, lower)}; ${said(lower)} with ${nameOf(lower, upper)}.`
    : `${own}.`;
}

/** The pieces of a sentence that the vocabulary does not know, as a sentence; empty for none. */
export function unknownWords({ tokens }: Reading, text: string): string {
  const unknown = tokens.filter(({ piece }) => piece === '[UNK]');
  if (unknown.length === 0) return '';
  const names = unknown.map(({ begin, end }) => `“${text.slice(begin, end)}”`);
  return `This vocabulary does not have ${names.join(', ')}: the encoder sees an unknown word there.`;
}

/** What a loss means: "3.36 nats: as unsure as among 29 words". */
export function amongWords(nats: number): string {
  const among = Math.exp(nats);
  return among < 10 ? among.toFixed(1) : tickNumber(Math.round(among));
}

/** What a step of the run has come to, for a screen reader. */
export function spokenStep({ step, evaluation }: KeptStep): string {
  const { maskedLoss, references, pairs } = evaluation;
  return `step ${step}: ${maskedLoss.toFixed(2)} nats, as unsure as among ${amongWords(maskedLoss)} words; ${weight(references)} of held-out pronouns right, both of a pair ${weight(pairs)}`;
}

/** What a lesson did to what it was about. */
export function lessonLoss({ losses }: LessonReport): string {
  const [first = Number.NaN, last = Number.NaN] = [losses[0], losses.at(-1)];
  return `Its loss on this sentence went from ${first.toFixed(2)} to ${last.toFixed(2)} nats.`;
}

/** What else it changed, measured on the fixed sentences. */
export function lessonCaption({ before, after, mended, broken }: LessonReport): string {
  const same = (x: number, y: number) => Math.abs(x - y) < 5e-4;
  const share = (x: number, y: number) =>
    same(x, y)
      ? `${weight(y)} right as before`
      : `${weight(x)} were right before, ${weight(y)} now`;
  const nats = [before, after].map(({ maskedLoss }) => maskedLoss.toFixed(3));
  if (mended + broken === 0 && nats[0] === nats[1])
    return `On the fixed sentences nothing changed: ${weight(after.references)} of pronouns right, ${nats[1]} nats on hidden words.`;
  return `Of the pronouns in fixed sentences ${share(before.references, after.references)}: ${count(mended)} newly right, ${count(broken)} no longer. Hidden words: ${nats[0]} nats before, ${nats[1]} now.`;
}

/** The tensors that moved furthest. */
export const movedMost = (moves: LessonReport['moves'], most: number): LessonReport['moves'] =>
  [...moves].sort((a, b) => b.moved - a.moved).slice(0, most);
