/** Which language is spoken, and how it writes numbers. */

/** What comes next is said in that language; it has to be loaded, or English is spoken. */
export function speak(language: string): void {
  globalThis.foveaLanguage = globalThis.foveaWords?.[language] ? language : undefined;
}

export const spokenLanguage = (): string => globalThis.foveaLanguage ?? 'en';

/** What a language calls itself: `Deutsch`. */
export const languageName = (language: string): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;

const points = new Map<string, string>();

/** The sign before the decimals: `.`, or `,`. */
export function decimalSign(): string {
  const language = spokenLanguage();
  const known = points.get(language);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(language).formatToParts(0.5);
  const sign = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  points.set(language, sign);
  return sign;
}

/** Digits with a point as the language writes them: `.521` and `1.5e−7`, in German `0,521` and `1,5e−7`. */
export function inLanguage(digits: string): string {
  const sign = decimalSign();
  return sign === '.' ? digits : digits.replace(/(\d?)\./g, (_, digit) => `${digit || '0'}${sign}`);
}

/** A number in groups of three digits: `45,104`, in German `45.104`. */
export const grouped = (x: number): string => x.toLocaleString(spokenLanguage());

/** By language, what a message is there. */
type Words = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Gives a language the words that are in a file of their own: most readers of it never need them. */
export function speakWordsOf(words: Words): void {
  const spoken = globalThis.foveaLanguage;
  const known = spoken ? globalThis.foveaWords?.[spoken] : undefined;
  const own = spoken ? words[spoken] : undefined;
  if (!spoken || !known || !own) return;
  const [first = ''] = Object.keys(own);
  if (!(first in known))
    globalThis.foveaWords = { ...globalThis.foveaWords, [spoken]: { ...known, ...own } };
}
