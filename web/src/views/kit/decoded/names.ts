import { wordName } from '../../../state/word-names';
import { msg } from '../../../words/msg';
import { endMark, isMark, startMark } from './words';

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
