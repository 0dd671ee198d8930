/** Which language is spoken, and how it writes numbers. */

/** What comes next is said in that language; it has to be loaded, or English is spoken. */
export function speak(language: string): void {
  globalThis.foveaLanguage = globalThis.foveaWords?.[language] ? language : undefined;
}

export const spokenLanguage = (): string => globalThis.foveaLanguage ?? 'en';

/** What is made once for each language, when it is first spoken: making it with `Intl` takes a while. */
export function madeByLanguage<T>(make: (language: string) => T): () => T {
  const made = new Map<string, T>();
  return () => {
    const language = spokenLanguage();
    const known = made.get(language) ?? make(language);
    made.set(language, known);
    return known;
  };
}

/** As `Intl` writes it, but without its tables: reading them would hold up the first picture by some 15 ms. */
const english = (x: number): string =>
  String(Number(x.toFixed(3))).replace(/\d(?=(\d{3})+(\.|$))/g, '$&,');

const format = madeByLanguage((language) =>
  language === 'en' ? english : new Intl.NumberFormat(language).format,
);

/** A number in groups of three digits: `45,104`, in German `45.104`. */
export const grouped = (x: number): string => format()(x);

/** The sign before the decimals: `.`, or `,`. */
export const decimalSign = madeByLanguage(() => grouped(0.5).charAt(1));

/** Digits with a point as the language writes them: `.521` and `1.5e−7`, in German `0,521` and `1,5e−7`. */
export function inLanguage(digits: string): string {
  const decimal = decimalSign();
  if (decimal === '.') return digits;
  return digits.replace(/(\d?)\./g, (_, digit) => `${digit || '0'}${decimal}`);
}

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
