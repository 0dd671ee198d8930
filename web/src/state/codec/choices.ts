import type { ModelInfo } from '../../model/protocol';
import { msg } from '../../words/msg';
import { beginning, parsePair, parseSentence, wholeSettings } from './texts';

export type AttributeValue = string | number | boolean;

/** A choice of one value that is read without regard to the others: one entry below is all of it. */
export interface Choosable<T> {
  /** What is chosen before the reader, an address or an attribute chooses. */
  readonly initial: T;
  /** What a text chooses, or undefined where it cannot be used. Any text is safe. */
  parse(text: string): T | undefined;
  /** What an address writes; null where it leaves the choice out. */
  format(value: T): string | null;
  /** How an attribute of `<fovea-encoder>` says it; absent from what is in addresses only. */
  readonly attribute?: {
    /** The value, a sentence that says what is wrong, or null where the model must come first. */
    read(text: string, model: ModelInfo | null): { readonly value: T } | string | null;
    /** The text is read as it is. Others are trimmed, and mean the initial value where that leaves nothing. */
    readonly raw?: true;
    /** The property is written back to the attribute, for style sheets. */
    readonly reflect?: true;
  };
}

/** A choice that is an attribute, too. */
export type Attributed<T> = Choosable<T> & Required<Pick<Choosable<T>, 'attribute'>>;

/** Off at first; "1" in an address means on. */
const flag = (): Choosable<boolean> => ({
  initial: false,
  parse: (text) => (text === '1' ? true : undefined),
  format: (on) => (on ? '1' : null),
});

/** A flag that is an attribute too: there, and not "false", means on. */
export const namedFlag = (name: string): Attributed<boolean> => ({
  ...flag(),
  attribute: {
    read(text) {
      const value = text.trim();
      return value === '' || value === 'true' || value === 'false'
        ? { value: value !== 'false' }
        : msg`${name}="${value}" should be true or false.`;
    },
    raw: true,
  },
});

/** One of a few words or numbers, the initial one left out of addresses. */
const oneOf = <T extends string | number>(initial: T, values: readonly T[]): Choosable<T> => ({
  initial,
  parse: (text) => values.find((value) => String(value) === text),
  format: (value) => (value === initial ? null : String(value)),
});

/** One of a few that is an attribute too, written back for style sheets. */
function namedOneOf<T extends string>(
  name: string,
  initial: T,
  values: readonly T[],
): Attributed<T> {
  const choice = oneOf(initial, values);
  const read = (text: string) => {
    const value = choice.parse(text);
    const list = () => msg`${values.slice(0, -1).join(', ')} and ${values.at(-1)}`;
    return value === undefined ? msg`${name}="${text}" is not one of ${list()}.` : { value };
  };
  return { ...choice, attribute: { read, reflect: true } };
}

/** Free text, empty at first. */
const text = (parse: (text: string) => string | undefined): Choosable<string> => ({
  initial: '',
  parse,
  format: (value) => value || null,
});

/** Free text that is an attribute too, read as in addresses where nothing else is said. */
function namedText(
  parse: (text: string) => string | undefined,
  read: Attributed<string>['attribute']['read'] = (value) => ({ value: parse(value) ?? '' }),
): Attributed<string> {
  return { ...text(parse), attribute: { read } };
}

/** What is chosen in a view, which reads it itself. */
const ofView = (): Attributed<string> => namedText(wholeSettings, (value) => ({ value }));

/** The longest text of a loss that is read. */
const longestLoss = 100;

function readPair(value: string, model: ModelInfo | null) {
  if (!model) return null;
  const known = parsePair(value)
    ?.split(' ')
    .every((piece) => model.vocabulary.includes(piece));
  return known ? { value } : msg`pair="${value}" should be two words that this model knows.`;
}

/** Of what is run. */
export const runChoices = {
  /**
   * @attr {boolean} backward - Whether the gradients of a loss are shown beside the numbers, and the
   *   timeline plays backward from the loss. Default: false.
   *
   * In an address "1" means true.
   */
  backward: namedFlag('backward'),
  /**
   * @attr {string} loss - The loss to take gradients of: "8=animal" is −ln of the probability of
   *   "animal" at token 8, counted from 0, as with the program's --loss. Default: the word that a
   *   mask hides, else the model's guess at "it" or at the first word.
   */
  loss: namedText((value) => beginning(value.trim(), longestLoss)),
  /**
   * @attr {string} other - The sentence that view="twins" compares with this one, and that a change
   *   "…=other" takes its numbers from. Default: the sentence's swap, if it is one of the page's own.
   */
  other: namedText(parseSentence),
  /**
   * @attr {string} pair - The two readings that view="twins" compares: "animal street". Default: what
   *   the model reads in each of the two sentences.
   */
  pair: namedText(parsePair, readPair),
} as const;

/** Of what is shown, and how. */
export const shownChoices = {
  /**
   * @attr {boolean} loop - Whether the current step plays over and over. Default: false.
   *
   * In an address "1" means true.
   */
  loop: namedFlag('loop'),
  /** Address only. The language of the page, "en" or "de". Default: what the reader chose before. */
  lang: text((value) => (/^[a-z-]{2,35}$/i.test(value) ? value : undefined)),
  /** Address only. How fast the animation plays: "0.5", "1" or "2". Default: 1. */
  speed: oneOf<0.5 | 1 | 2>(1, [0.5, 2]),
  /** Address only. "1": the numbers of the picture are below it as tables. */
  tables: flag(),
  /**
   * @attr {string} train - What view="training" trains: "size=small,seed=2,rate=.002,positions=off",
   *   of size (tiny, small, shipped), seed, rate, warmup, positions (off, absolute, rotary, alibi),
   *   residual, scale, norm, activation, kv-heads, rms-norm, gated, experts, experts-per-token,
   *   balance, as in the program's options. Default: a tiny encoder as in the paper.
   */
  train: ofView(),
  /**
   * @attr {string} study - What view="gradients" and view="order" show: "depth=12,norm=pre
   *   post,residual=on", of depth (1 to 48), norm (pre, post, none) and residual (on, off).
   *   Default: all, at 24 layers.
   */
  study: ofView(),
  /**
   * @attr {string} settings - Choices in a figure that has its own, as names and values:
   *   "mask=causal". view="circuit" has keep (50 to 99, the percent of the answer to be kept), than
   *   (mean), at (all), metric (probability), label (of a published model, its place from 0), parts
   *   (places of boxes taken out or put back, as "12.40"), over (pairs) and kind (it, passive, they);
   *   view="corpus" has head ("3.6", layer and head) and arches ("8-2.8-3", from the 8th word to the
   *   2nd and 3rd). Default: none.
   */
  settings: ofView(),
  /** Address only. The page as a teacher shows it: "on", or "captions" with its captions. */
  lesson: oneOf<'off' | 'on' | 'captions'>('off', ['on', 'captions']),
  /** @attr {"light"|"dark"|"auto"} theme - "auto" follows the reader's system. Default: "auto". */
  theme: namedOneOf<'light' | 'dark' | 'auto'>('theme', 'auto', ['light', 'dark', 'auto']),
} as const;

export const choices = { ...runChoices, ...shownChoices };

type ValueOf<C> = C extends Choosable<infer T> ? T : never;

/** The values of all of them. */
export type Chosen = { readonly [Name in keyof typeof choices]: ValueOf<(typeof choices)[Name]> };

export const initialChoices = Object.fromEntries(
  Object.entries(choices).map(([name, { initial }]) => [name, initial]),
) as unknown as Chosen;
