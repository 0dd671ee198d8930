import type { DecodeAnswer, DecodeStep } from '../../../relatives/protocol';
import { msg } from '../../../words/msg';

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
