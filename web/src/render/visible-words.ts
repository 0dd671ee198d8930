import { msg } from '../words/msg';

/**
 * Which words of a text are drawn. A short text is drawn whole; of a long one a window of words
 * around the focus, and at each of its ends one place for all the words beyond it, summed.
 */

/** Texts of at most this many words are drawn whole. */
export const wholeUpTo = 32;

/** The least that a window shows, however narrow the room. */
const fewest = 5;

/** The words drawn are those from `first` up to, not including, `end`, of `of`. */
export interface WordWindow {
  readonly first: number;
  readonly end: number;
  readonly of: number;
}

/**
 * `room` is how many places fit side by side, those of the words beyond included; `whole` of how many words
 * all are drawn, whether there is room or not.
 */
export function visibleWords(
  of: number,
  focus: number,
  room: number,
  whole = wholeUpTo,
): WordWindow {
  if (of <= whole) return { first: 0, end: of, of };
  const count = Math.max(fewest, Math.min(wholeUpTo, Math.floor(room) - 2));
  const first = Math.max(0, Math.min(of - count, focus - Math.floor(count / 2)));
  const end = first + count;
  // A place for one word is that word's.
  return { first: first === 1 ? 0 : first, end: end === of - 1 ? of : end, of };
}

/** A place along the words: a word, or all the words beyond one end of the window. */
export interface WordPlace {
  readonly first: number;
  readonly end: number;
  /** True of the words beyond: they are drawn as one. */
  readonly rest: boolean;
}

export function wordPlaces({ first, end, of }: WordWindow): readonly WordPlace[] {
  const drawn = Array.from({ length: end - first }, (_, i) => first + i);
  return [
    ...(first > 0 ? [{ first: 0, end: first, rest: true }] : []),
    ...drawn.map((token) => ({ first: token, end: token + 1, rest: false })),
    ...(end < of ? [{ first: end, end: of, rest: true }] : []),
  ];
}

/** Which place of `wordPlaces` a token has, or shares. */
export function placeOfWord({ first, end }: WordWindow, token: number): number {
  const before = first > 0 ? 1 : 0;
  return Math.max(first - before, Math.min(end, token)) - first + before;
}

export const isShown = ({ first, end }: WordWindow, token: number): boolean =>
  token >= first && token < end;

/** Whether some words are not drawn. */
export const isPart = ({ first, end, of }: WordWindow): boolean => end - first < of;

/** The token that a click on a place looks out from: of the words beyond, the nearest. */
export const nearest = ({ first, end }: WordPlace): number => (first === 0 ? end - 1 : first);

/** The sum of a number per word over the words of a place. */
export function sumOver({ first, end }: WordPlace, values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = first; i < end; i++) sum += values[i] ?? 0;
  return sum;
}

/** Of an n × n matrix, the rows and columns of the words drawn; of a short text a view, not a copy. */
export function windowOf(data: Float32Array, { first, end, of }: WordWindow): Float32Array {
  const n = end - first;
  if (n === of) return data;
  const part = new Float32Array(n * n);
  for (let row = 0; row < n; row++) {
    const start = (first + row) * of + first;
    part.set(data.subarray(start, start + n), row * n);
  }
  return part;
}

/** Says which words a picture shows, where it does not show all: "words 195 to 206 of 512". */
export const windowName = ({ first, end, of }: WordWindow): string =>
  end - first < of ? msg`words ${first + 1} to ${end} of ${of}` : '';

/** What is written in the place of words that are not drawn. */
export const moreWords = ({ first, end }: WordPlace): string => msg`${end - first} more`;

/** The same for whoever cannot see where they are. */
export const moreWordsAt = ({ first, end }: WordPlace): string =>
  first === 0 ? msg`${end - first} more words before` : msg`${end - first} more words after`;
