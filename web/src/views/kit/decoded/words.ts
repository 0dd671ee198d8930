import type { DecodeAnswer, DecodeStep } from '../../../relatives/protocol';
import { wordName } from '../../../state/word-names';
import { msg } from '../../../words/msg';

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
