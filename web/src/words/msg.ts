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

/** A message in a language: its texts, and between them which of the values. */
interface Pattern {
  readonly texts: TemplateStringsArray;
  readonly order: readonly number[];
}

const patterns = new WeakMap<Words, Map<TemplateStringsArray, Pattern | null>>();

/** The key of a message that is in a template. White space may be anything: builds change it. */
export const keyOf = (strings: readonly string[]): string =>
  strings
    .map((text, i) => (i > 0 ? `{${i - 1}}${text}` : text))
    .join('')
    .replace(/\s+/g, ' ');

function parsed(message: string | undefined): Pattern | null {
  if (message === undefined) return null;
  const pieces = message.split(/\{(\d)\}/);
  const texts = pieces.filter((_, i) => i % 2 === 0);
  const order = pieces.filter((_, i) => i % 2 === 1).map(Number);
  return { texts: Object.assign(texts, { raw: texts }), order };
}

const spoken = (): Words | undefined =>
  globalThis.foveaLanguage ? globalThis.foveaWords?.[globalThis.foveaLanguage] : undefined;

function patternOf(strings: TemplateStringsArray): Pattern | null {
  const words = spoken();
  if (!words) return null;
  const known = patterns.get(words) ?? new Map<TemplateStringsArray, Pattern | null>();
  patterns.set(words, known);
  let pattern = known.get(strings);
  if (pattern === undefined) {
    pattern = parsed(words[keyOf(strings)]);
    known.set(strings, pattern);
  }
  return pattern;
}

/** A template in the reader's language, handed on to what makes something of texts and values. */
export function translated<Value, Result>(
  make: (texts: TemplateStringsArray, ...values: Value[]) => Result,
  strings: TemplateStringsArray,
  values: readonly Value[],
): Result {
  const pattern = patternOf(strings);
  if (!pattern) return make(strings, ...values);
  return make(pattern.texts, ...pattern.order.map((i) => values[i] as Value));
}

const joined = (raw: TemplateStringsArray, ...values: unknown[]): string =>
  String.raw({ raw }, ...values);

/** A message as text: msg`Head ${n} of ${all}`, or msg(title) of what `later` marked. */
export function msg(
  message: TemplateStringsArray | string,
  ...values: (string | number | undefined)[]
): string {
  if (typeof message === 'string') return spoken()?.[message] ?? message;
  return translated(joined, message, values);
}

const inOrder = <Value>(
  texts: TemplateStringsArray,
  ...values: Value[]
): readonly (string | Value)[] =>
  texts.flatMap((text, i) => (i < values.length ? [text, values[i] as Value] : [text]));

/** The texts and values of a message one after another, where something is made of each. */
export const msgParts = <Value>(
  message: TemplateStringsArray,
  ...values: Value[]
): readonly (string | Value)[] => translated(inOrder<Value>, message, values);

/** Marks a message in a constant: `msg` translates it where it is used, for the language may change. */
export const later = <Message extends string>(message: Message): Message => message;
