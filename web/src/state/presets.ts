/** A sentence worth starting from, with the one that differs from it in a word or in word order. */
export interface Preset {
  readonly text: string;
  readonly swap: { readonly label: string; readonly text: string } | null;
}

const tired = "The animal didn't cross the street because it was too tired";
const wide = "The animal didn't cross the street because it was too wide";
const dogFirst = 'dog bites man';
const manFirst = 'man bites dog';

export const presets: readonly Preset[] = [
  { text: tired, swap: { label: 'wide', text: wide } },
  { text: wide, swap: { label: 'tired', text: tired } },
  { text: 'your cat is a lovely cat', swap: null },
  { text: dogFirst, swap: { label: manFirst, text: manFirst } },
  { text: manFirst, swap: { label: dogFirst, text: dogFirst } },
];

export const firstSentence = tired;

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

/** The swap of a sentence that is one of the presets; null for any other. */
export function swapOf(sentence: string): Swap | null {
  const swap = presets.find((preset) => plain(preset.text) === plain(sentence))?.swap;
  const word = /\p{L}+(?=[\s.]*$)/u.exec(sentence);
  if (!swap || !word) return null;
  return { begin: word.index, end: word.index + word[0].length, ...swap };
}
