import { later } from '../words/msg';

/** What a preset is there to show. */
const shown = [later('pronouns'), later('order'), later('meaning'), later('heads')] as const;
export type Shown = (typeof shown)[number];

/** A sentence worth starting from, with the one that differs from it in a word or in word order. */
export interface Preset {
  readonly shows: Shown;
  readonly text: string;
  readonly swap: { readonly label: string; readonly text: string } | null;
  /** Where it is to be looked at, if not where the reader is. */
  readonly look: { readonly view?: string; readonly token?: number };
}

/** Two sentences that differ in their last word, each a preset. */
function pair(shows: Shown, common: string, one: string, other: string): readonly Preset[] {
  const preset = (word: string, label: string): Preset => {
    return {
      shows,
      text: `${common}${word}`,
      swap: { label, text: `${common}${label}` },
      look: {},
    };
  };
  return [preset(one, other), preset(other, one)];
}

/** What the first sentence is about; one word of it decides which. */
export const nouns = ['animal', 'street'];

const dogFirst = 'dog bites man';
const manFirst = 'man bites dog';

export const presets: readonly Preset[] = [
  ...pair('pronouns', "The animal didn't cross the street because it was too ", 'tired', 'wide'),
  ...pair('pronouns', "The trophy doesn't fit in the suitcase because it is too ", 'big', 'small'),
  ...pair('pronouns', 'The dog chased the cat because it was ', 'hungry', 'weak'),
  { shows: 'order', text: dogFirst, swap: { label: manFirst, text: manFirst }, look: {} },
  { shows: 'order', text: manFirst, swap: { label: dogFirst, text: dogFirst }, look: {} },
  { shows: 'meaning', text: 'your cat is a lovely cat', swap: null, look: {} },
  {
    shows: 'meaning',
    text: 'the [MASK] chased the cat',
    swap: null,
    look: { view: 'prediction', token: 1 },
  },
  {
    shows: 'heads',
    text: 'the small dog chased the big cat because it was hungry',
    swap: null,
    look: { view: 'heads' },
  },
];

/** The presets by what they show, in order: one of each two, and not the sentence that is there. */
export function presetGroups(sentence: string): readonly (readonly [Shown, readonly Preset[]])[] {
  const isTwin = ({ swap }: Preset, i: number) =>
    presets.slice(0, i).some(({ text }) => text === swap?.text);
  const others = presets.filter((preset, i) => preset.text !== sentence && !isTwin(preset, i));
  const groups = [...new Set(others.map(({ shows }) => shows))];
  return groups.map((shows) => [shows, others.filter((preset) => preset.shows === shows)]);
}

export const firstSentence = "The animal didn't cross the street because it was too tired";

/** What one click turns a sentence into; it hangs under the last word. */
export interface Swap {
  /** First and one-past-last UTF-16 unit of that word. */
  readonly begin: number;
  readonly end: number;
  readonly label: string;
  readonly text: string;
}

/** Two spellings of one sentence are the same sentence: case, spaces, apostrophes, a full stop. */
function plain(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, ' ').replace(/[’ʼ]/g, "'").replace(/ ?\.$/, '');
}

/** The swap of two sentences that differ in one word; null for any others. */
export function swapBetween(sentence: string, other: string): Swap | null {
  const [own, there] = [sentence, other].map((text) => [...text.matchAll(/\p{L}[\p{L}'’]*/gu)]);
  const apart = own?.flatMap((word, i) => (word[0] === there?.[i]?.[0] ? [] : [i])) ?? [];
  const [at = -1] = apart;
  const [word, label] = [own?.[at], there?.[at]];
  if (apart.length !== 1 || own?.length !== there?.length || !word || !label) return null;
  return { begin: word.index, end: word.index + word[0].length, label: label[0], text: other };
}

/** The swap of a sentence that is one of the presets; null for any other. */
export function swapOf(sentence: string): Swap | null {
  const swap = presets.find((preset) => plain(preset.text) === plain(sentence))?.swap;
  const word = /\p{L}+(?=[\s.]*$)/u.exec(sentence);
  if (!swap || !word) return null;
  return { begin: word.index, end: word.index + word[0].length, ...swap };
}
