import type { DecodeAnswer, DecodeStep } from '../../../relatives/protocol';
import { argmax } from '../../../state/vector';
import { wordName } from '../../../state/word-names';
import { msg } from '../../../words/msg';
import type { GuessPlace } from '../question';

/** A word among others in a sentence: “it”, the second “the”, the start. */
export function nameAt(tokens: readonly string[], i: number): string {
  const token = tokens[i] ?? '';
  if (isMark(token)) return token === startMark ? msg`the start` : msg`the end`;
  return wordName(
    tokens.map((piece, id) => ({ id, piece, begin: 0, end: 0 })),
    i,
  );
}

/** Words one after another, in quotation marks. */
export function phrase(tokens: readonly string[]): string {
  const words = tokens
    .filter((token) => token !== endMark)
    .join(' ')
    .replace(/ ##/g, '');
  return msg`“${words}”`;
}

/** Marks of the beginning and the end, as the vocabulary has them. */
export const startMark = '[CLS]';
export const endMark = '[SEP]';

export const isMark = (token: string): boolean => token === startMark || token === endMark;

/** A token as it is drawn: the marks by what they stand for. */
export function shownWord(token: string): string {
  if (token === startMark) return msg`start`;
  return token === endMark ? msg`end` : token;
}

/** A token in a sentence: a word in quotation marks, a mark without. */
export function namedWord(token: string): string {
  if (token === startMark) return msg`the start`;
  return token === endMark ? msg`the end` : msg`“${token}”`;
}

/** What the decoder reads when it fills a place: the start, then the words before. */
export const readBefore = (steps: readonly DecodeStep[], place: number): readonly string[] => [
  startMark,
  ...steps.slice(0, place).map(({ token }) => token),
];

/** Whether the decoder came to an end by itself. */
export const hasEnded = ({ steps }: DecodeAnswer): boolean => steps.at(-1)?.token === endMark;

/** A layer and a head of the decoder, from 0. */
export interface HeadOf {
  readonly layer: number;
  readonly head: number;
}

const part = (all: Float32Array, { heads }: DecodeAnswer['model'], at: HeadOf, width: number) => {
  const first = (at.layer * heads + at.head) * width;
  return all.subarray(first, first + width);
};

/** What a place gives to itself and to those before, in one head. */
export const selfRow = ({ model }: DecodeAnswer, step: DecodeStep, at: HeadOf): Float32Array =>
  part(step.self, model, at, step.position + 1);

/** What a place gives to each word of the source, in one head; empty without a source. */
export const crossRow = (
  { model, source }: DecodeAnswer,
  { cross }: DecodeStep,
  at: HeadOf,
): Float32Array =>
  cross && source ? part(cross, model, at, source.tokens.length) : new Float32Array();

/** All heads, layer by layer. */
export const headsOf = ({ layers, heads }: DecodeAnswer['model']): readonly HeadOf[] =>
  Array.from({ length: layers * heads }, (_, i) => ({
    layer: Math.floor(i / heads),
    head: i % heads,
  }));

/** How much a head looks at the very words that are written next: the mean of its weights on them. */
export function copying(answer: DecodeAnswer, at: HeadOf): number {
  const { source, steps } = answer;
  const shares = steps
    .filter(({ token }) => !isMark(token) && source?.tokens.includes(token))
    .map((step) =>
      crossRow(answer, step, at).reduce(
        (sum, weight, i) => (source?.tokens[i] === step.token ? sum + weight : sum),
        0,
      ),
    );
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

/** The head that looks most at the words that are written next: the first one to be shown. */
export function copyingHead(answer: DecodeAnswer): HeadOf {
  const heads = headsOf(answer.model);
  const best = argmax(heads.map((at) => copying(answer, at)));
  return heads[best] ?? { layer: 0, head: 0 };
}

/** Where guesses at these figures are kept; the settings count the options from 1. */
export const saidIn = (of: string): GuessPlace => ({
  ...{ id: 'said', of, values: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] },
});
