import { madeByLanguage } from './language';

/** An error whose message is said when it is read, in the language of whoever reads it. */
export const told = <Failure extends Error>(error: Failure, say: () => string): Failure =>
  Object.defineProperty(error, 'message', { get: say });

/**
 * What readers are told, in their language. The English sentence in the code is the key to the
 * translation: `web/languages` has a folder for each other language.
 */

/** Translations by English messages; `{0}`, `{1}` … stand for the values, in the order of the English. */
export type Words = Readonly<Record<string, string>>;

declare global {
  /** The languages that are loaded. The scripts of a page share them, as they share what is spoken. */
  var foveaWords: Record<string, Words> | undefined;
  /** The language that the element which is being drawn speaks; undefined is English. */
  var foveaLanguage: string | undefined;
}

/** What a message says of its values: numbers choose a plural, also where they are written in words. */
export type Said = string | number | undefined | { toString(): string; valueOf(): number };

/** A message in a language: its texts, and between them which of the values. */
interface Pattern {
  readonly texts: TemplateStringsArray;
  readonly order: readonly number[];
}

/** The key of a message that is in a template. White space may be anything: builds change it. */
export const keyOf = (strings: readonly string[]): string =>
  strings
    .map((text, i) => (i > 0 ? `{${i - 1}}${text}` : text))
    .join('')
    .replace(/\s+/g, ' ');

/** By the number that is value 0, `{0:one word|{0} words}`: a form for each plural category of the language. */
const plural = /\{(\d):((?:[^{}]|\{\d\})+)\}/g;

const categories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** The place of a number's form among those of a language. */
const places = madeByLanguage((language) => {
  const rule = new Intl.PluralRules(language);
  const own = rule.resolvedOptions().pluralCategories;
  const order = categories.filter((each) => own.includes(each));
  return (value: unknown) => order.indexOf(rule.select(Number(value)));
});

/** The message with the forms that its values want. */
const inForm = (message: string, values: readonly unknown[]): string =>
  message.replace(plural, (_, i: number, forms: string) => {
    const all = forms.split('|');
    return all[places()(values[i])] ?? (all.at(-1) as string);
  });

const patterns = new Map<string, Pattern>();

function parsed(message: string): Pattern {
  let pattern = patterns.get(message);
  if (!pattern) {
    const pieces = message.split(/\{(\d)\}/);
    const texts = pieces.filter((_, i) => i % 2 === 0);
    const order = pieces.filter((_, i) => i % 2 === 1).map(Number);
    pattern = { texts: Object.assign(texts, { raw: texts }), order };
    patterns.set(message, pattern);
  }
  return pattern;
}

/** Messages by their templates: their keys, and whether the English has plurals. */
const known = new WeakMap<
  TemplateStringsArray,
  { readonly key: string; readonly forms: boolean }
>();

const spoken = (): Words | undefined =>
  globalThis.foveaLanguage ? globalThis.foveaWords?.[globalThis.foveaLanguage] : undefined;

/** Null for English without plurals, which is said as it stands. */
function patternOf(strings: TemplateStringsArray, values: readonly unknown[]): Pattern | null {
  let message = known.get(strings);
  if (!message) {
    const key = keyOf(strings);
    message = { key, forms: key.search(plural) >= 0 };
    known.set(strings, message);
  }
  const said = spoken()?.[message.key] ?? (message.forms ? message.key : null);
  return said === null ? null : parsed(inForm(said, values));
}

/** A template in the reader's language, passed to what uses texts and values. */
export function translated<Value, Result>(
  make: (texts: TemplateStringsArray, ...values: Value[]) => Result,
  strings: TemplateStringsArray,
  values: readonly Value[],
): Result {
  const pattern = patternOf(strings, values);
  if (!pattern) return make(strings, ...values);
  return make(pattern.texts, ...pattern.order.map((i) => values[i] as Value));
}

const joined = (raw: TemplateStringsArray, ...values: unknown[]): string =>
  String.raw({ raw }, ...values);

/** A message as text: msg`Head ${n} of ${all}`, or msg(title) of what `later` marked. */
export function msg(message: TemplateStringsArray | string, ...values: Said[]): string {
  if (typeof message === 'string') return spoken()?.[message] ?? message;
  return translated(joined, message, values);
}

const inOrder = <Value>(
  texts: TemplateStringsArray,
  ...values: Value[]
): readonly (string | Value)[] =>
  texts.flatMap((text, i) => (i < values.length ? [text, values[i] as Value] : [text]));

/** The texts and values of a message one after another, where something is made of each. */
export const msgParts = <Values extends readonly unknown[]>(
  message: TemplateStringsArray,
  ...values: Values
): readonly (string | Values[number])[] => translated(inOrder<Values[number]>, message, values);

/** Marks a message in a constant: `msg` translates it where it is used, for the language may change. */
export const later = <Message extends string>(message: Message): Message => message;
