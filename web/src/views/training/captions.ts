import type { KeptStep, LessonReport } from '../../learn/protocol';
import type { Token } from '../../model/protocol';
import { percent, signed, uncapital } from '../../state/format';
import { type Guess, likelihood } from '../../state/prediction';
import { grouped, inLanguage } from '../../words/language';
import { msg } from '../../words/msg';
import { looksAt, type Reading, rowOf, type Seen } from './seen';
import type { Training } from './training';

/** Words beyond which a row is said to be spread over all of them: so many times an even share. */
const evenUpTo = 1.6;

const word = (tokens: readonly Token[], token: number): string => msg`“${tokens[token]?.piece}”`;

/** The tokens at which two sentences differ. */
export const differing = (upper: Reading, lower: Reading): readonly number[] =>
  upper.tokens.flatMap(({ piece }, i) => (piece === lower.tokens[i]?.piece ? [] : [i]));

/** The word by which a sentence differs from the other, to tell them apart by. */
export function nameOf(reading: Reading, other: Reading | null): string {
  const [at] = other ? differing(reading, other) : [];
  return at === undefined ? msg`this sentence` : word(reading.tokens, at);
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
  const where = token === reading.focus ? msg`the word itself` : word(reading.tokens, token);
  return { at: token, where, weight: w, spread: w < evenUpTo / row.length };
}

/** "at “animal”, 87 %"; of a row without a favourite, how little the most is. */
const seenAt = ({ where, weight: w, spread }: Look): string =>
  spread ? msg`at no word much, ${percent(w)} at most` : msg`at ${where}, ${percent(w)}`;

function oneLook(reading: Reading, row: Float32Array): string {
  const look = lookOf(reading, row);
  const from = word(reading.tokens, reading.focus);
  if (!look.spread) return msg`From ${from} it looks mostly ${seenAt(look)}.`;
  return msg`From ${from} it looks at all ${row.length} words almost equally: the largest weight is ${percent(look.weight)}.`;
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
    return msg`It looks at all words almost equally: none of ${upper.tokens.length} gets more than ${percent(Math.max(a.weight, b.weight))}.`;
  if (!a.spread && !b.spread && a.at === b.at)
    return msg`It looks mostly at ${a.where} in both: ${percent(a.weight)} with ${nameA}, ${percent(b.weight)} with ${nameB}. The word that differs makes no difference.`;
  if (isTurned(a, b))
    return msg`The word that differs redirects it: with ${nameA} it looks mostly ${seenAt(a)}; with ${nameB}, ${seenAt(b)}.`;
  return msg`With ${nameA} it looks mostly ${seenAt(a)}; with ${nameB}, ${seenAt(b)}.`;
}

const isTurned = (a: Look, b: Look): boolean => !a.spread && !b.spread && a.at !== b.at;

/** The later kept step at which it first turns, or no longer does, as a sentence; empty where it stays. */
function turning(training: Training, step: number): string {
  const turns = ({ upper, lower }: Seen) =>
    lower !== null && isTurned(...looksOf(upper, lower, training));
  const all = [...training.seen].filter(([at]) => at >= step);
  const now = all[0] && turns(all[0][1]);
  const next = all.find(([, seen]) => turns(seen) !== now);
  if (!next) return '';
  const at = grouped(next[0]);
  return now
    ? msg`At step ${at} it no longer does.`
    : msg`By step ${at} the word that differs redirects it.`;
}

/** What the head on show does at a kept step. */
export function headCaption(training: Training, step: number, { upper, lower }: Seen): string {
  const said = lower
    ? bothLooks(upper, lower, training)
    : oneLook(upper, rowOf(upper, headsOf(training), training.head));
  const before =
    step === 0 ? msg`Nothing has been learned yet, as all its parameters are random;` : '';
  return [before, before ? uncapital(said) : said, turning(training, step)]
    .filter(Boolean)
    .join(' ');
}

/** “animal”, 50.0 %. */
export const answer = (guess: Guess | null): string =>
  guess ? msg`“${guess.piece}”, ${likelihood(guess.probability)}` : msg`no number`;

/** What the model answers at the word in focus, in words. */
export function saysCaption({ upper, lower }: Seen): string {
  const asked = word(upper.tokens, upper.focus);
  return lower
    ? msg`Asked what ${asked} stands for, it answers ${answer(upper.guess)} with ${nameOf(upper, lower)}, and ${answer(lower.guess)} with ${nameOf(lower, upper)}.`
    : msg`Asked what ${asked} stands for, the model answers ${answer(upper.guess)}.`;
}

/** The pieces of a sentence that the vocabulary does not know, as a sentence; empty for none. */
export function unknownWords({ tokens }: Reading, text: string): string {
  const unknown = tokens.filter(({ piece }) => piece === '[UNK]');
  if (unknown.length === 0) return '';
  const names = unknown.map(({ begin, end }) => msg`“${text.slice(begin, end)}”`);
  return msg`${names.join(', ')} is not in the vocabulary: the encoder sees an unknown word there.`;
}

/** What a loss means: "3.36 nats: as unsure as among 29 words". */
export function amongWords(nats: number): string {
  const among = Math.exp(nats);
  return among < 10 ? inLanguage(among.toFixed(1)) : grouped(Math.round(among));
}

/** What a step of the run has come to, for a screen reader. */
export function spokenStep({ step, evaluation }: KeptStep): string {
  const { maskedLoss, references, pairs } = evaluation;
  return msg`step ${step}: ${signed(maskedLoss)} nats, as unsure as a choice among ${amongWords(maskedLoss)} words; ${likelihood(references)} of held-out pronouns right, ${likelihood(pairs)} in both sentences of a pair`;
}

/** What a lesson did to what it was about. */
export function lessonLoss({ losses }: LessonReport): string {
  const [first = Number.NaN, last = Number.NaN] = [losses[0], losses.at(-1)];
  return msg`Its loss on this sentence went from ${signed(first)} to ${signed(last)} nats.`;
}

/** What else it changed, measured on the fixed sentences. */
export function lessonCaption({ before, after, mended, broken }: LessonReport): string {
  const [was, is] = [before.references, after.references];
  const nats = [before, after].map(({ maskedLoss }) => signed(maskedLoss, 3));
  if (mended + broken === 0 && nats[0] === nats[1])
    return msg`On the test sentences nothing changed: ${likelihood(is)} of pronouns right, ${nats[1]} nats on hidden words.`;
  const pronouns =
    Math.abs(was - is) < 5e-4
      ? msg`On the test sentences, ${likelihood(is)} of pronouns are right, as before: ${mended} newly right, ${broken} no longer.`
      : msg`On the test sentences, ${likelihood(was)} of pronouns were right before and ${likelihood(is)} are now: ${mended} newly right, ${broken} no longer.`;
  return `${pronouns} ${msg`Hidden words: ${nats[0]} nats before, ${nats[1]} now.`}`;
}

/** The tensors that moved furthest. */
export const movedMost = (moves: LessonReport['moves'], most: number): LessonReport['moves'] =>
  [...moves].sort((a, b) => b.moved - a.moved).slice(0, most);
