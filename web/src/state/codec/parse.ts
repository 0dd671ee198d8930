import { type Cell, cellText, parseCell } from '../dataflow/cell';
import { whole } from '../timeline';

/** The longest text that an address holds; no model reads as much. */
export const longestSentence = 20_000;
const maxIndex = 9_999;
const mostMasked = 512;
/** No walk back through the layers of a model needs more. */
const longestTrail = 200;

/** A whole number from 1 as an index from 0. */
export function parseOrdinal(text: string): number | undefined {
  if (!/^\d{1,5}$/.test(text)) return undefined;
  const ordinal = Number(text);
  return ordinal >= 1 && ordinal <= maxIndex ? ordinal - 1 : undefined;
}

export function parseTime(text: string): number | undefined {
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(text)) return undefined;
  return Number(text) <= whole.end ? Number(text) : undefined;
}

export function parseView(text: string): string | undefined {
  return /^[a-z][a-z-]{0,31}$/.test(text) ? text : undefined;
}

/** The beginning of a text, cut between characters. */
export function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  const inside = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  return text.slice(0, inside ? length - 1 : length);
}

export const isTooLong = (text: string): boolean => text.length > longestSentence;

/** A sentence with spaces in place of control characters, cut at the longest that is read. */
export function parseSentence(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const clean = beginning(text, longestSentence).replace(/[\u0000-\u001f\u007f]/g, ' ');
  return clean.trim() === '' ? undefined : clean;
}

/** Two different pieces of a vocabulary, with a space between them. */
export function parsePair(text: string): string | undefined {
  const [, from, to] = /^(\S{1,64}) (\S{1,64})$/.exec(text) ?? [];
  return from !== to ? text : undefined;
}

/** Indices that are written from 1, with commas between them; what is no number is left out. */
export function parseOrdinals(text: string): readonly number[] {
  const indices = text.split(',').slice(0, mostMasked).map(parseOrdinal);
  return indices.filter((index) => index !== undefined);
}

/** Each index once, in order; what is no number from 1 is left out. */
export const parseMasked = (text: string): readonly number[] => inOrder(parseOrdinals(text));

export const inOrder = (indices: readonly number[]): readonly number[] =>
  [...new Set(indices)].sort((a, b) => a - b);

/** The walk back from a number, its cells joined by "~"; undefined where one is no cell. */
export function parseTrail(text: string): readonly Cell[] | undefined {
  const cells = text.split('~').slice(0, longestTrail).map(parseCell);
  return cells.every((cell) => cell !== undefined) ? cells : undefined;
}

/** The inverse of `parseTrail`. */
export function trailText(trail: readonly Cell[]): string {
  return trail.map(cellText).join('~');
}
