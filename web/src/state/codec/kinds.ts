import type { Token } from '../../model/protocol';
import { msg } from '../../words/msg';
import type { Choice } from '../actions';
import { type Cell, cellText, parseCell } from '../dataflow/cell';
import { firstHead } from '../defaults';
import { initialSelection, type Selection, type State } from '../state';
import { clampTime, type Span, spanOf, whole } from '../timeline';
import type { AttributeValue, Choosable, Chosen, choices } from './choices';
import { beginning } from './texts';

/** A choice, a sentence that says what is wrong, or null where the model or the trace must come first. */
export type Reading = Choice | string | null;

/** How an address says a choice. */
export interface AddressForm {
  /** What a text chooses, or undefined where it cannot be used. Any text is safe. */
  parse(text: string): Choice | undefined;
  /** What to write, or null where the address leaves it out. */
  format(state: State): string | null;
}

/** How an attribute of `<fovea-encoder>` says a choice. */
export interface AttributeForm {
  /** Reads a value against the model and the trace of a state. */
  read(text: string, state: State): Reading;
  /** The value that says what a state shows. */
  value(state: State): AttributeValue;
  /** What a figure shows without the attribute. */
  absent(state: State): Choice | null;
  /** The value of `absent` where that is the same in all figures: embed code leaves it out. */
  readonly silent?: AttributeValue;
  /** It says what other attributes say too: embed code leaves it out. */
  readonly shorthand?: true;
  /** The text is read as it is. Others are trimmed, and mean `absent` where that leaves nothing. */
  readonly raw?: true;
  /** The property is written back to the attribute, for style sheets. */
  readonly reflect?: true;
}

/** One thing that can be chosen by an address, an attribute, or both. */
export interface Field {
  /** Where the state holds it. */
  readonly key: keyof Selection;
  readonly address?: AddressForm;
  readonly attribute?: AttributeForm;
  /** An address that leaves it out means its initial value; other fields stay as they are. */
  readonly resets?: true;
}

const maxIndex = 9_999;
const mostMasked = 512;
/** No walk back through the layers of a model needs more. */
const longestTrail = 200;

/** A whole number from 1 as an index from 0. */
export function parseOrdinal(text: string): number | undefined {
  const ordinal = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return ordinal >= 1 && ordinal <= maxIndex ? ordinal - 1 : undefined;
}

export function parseTime(text: string): number | undefined {
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(text)) return undefined;
  return Number(text) <= whole.end ? Number(text) : undefined;
}

export function parseView(text: string): string | undefined {
  return /^[a-z][a-z-]{0,31}$/.test(text) ? text : undefined;
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

/** The tokens of the sentence that is shown; null until they are there. */
export function tokensOf({ trace, sentence }: State): readonly Token[] | null {
  return trace?.encoding.text === sentence ? trace.encoding.tokens : null;
}

/** A token by its place from 1, or by its word: the first of several. A sentence where it is none. */
function findToken(name: string, value: string, tokens: readonly Token[]): number | string {
  if (/^\d{1,4}$/.test(value)) {
    const number = Number(value);
    if (number >= 1 && number <= tokens.length) return number - 1;
    return msg`${name}="${value}": this sentence has tokens 1 to ${tokens.length}.`;
  }
  const token = tokens.findIndex((each) => each.piece.toLowerCase() === value.toLowerCase());
  return token >= 0 ? token : msg`${name}="${value}" is not in the sentence.`;
}

/** One token under the name of its attribute, which is also its key in the state. */
export function readToken(name: 'token' | 'why', value: string, state: State): Reading {
  const tokens = tokensOf(state);
  if (!tokens) return null;
  const found = findToken(name, value, tokens);
  return typeof found === 'string' ? found : { [name]: found };
}

/** Several tokens with commas between them. */
export function readMasked(value: string, state: State): Reading {
  const tokens = tokensOf(state);
  if (!tokens) return null;
  const found = value.split(',').map((part) => findToken('masked', part.trim(), tokens));
  const problem = found.find((each) => typeof each === 'string');
  return problem ?? { masked: inOrder(found as number[]) };
}

/** What the figure of a state's view plays where it stands alone; its time counts from the begin. */
export function figureSpan({ view, span, film }: Pick<State, 'view' | 'span' | 'film'>): Span {
  return (film ? null : spanOf(view)) ?? span;
}

/** The time of a state as its own figure counts it, to two decimals. */
export function figureTime(state: State): number {
  const span = figureSpan(state);
  return Number((clampTime(state.time, span) - span.begin).toFixed(2));
}

type Two = Field & { readonly address: AddressForm; readonly attribute: AttributeForm };

/** The longest text of a structure or of changes that is read. */
const longestRun = 2000;

/** The initial value of a key, as a choice. */
export const initial = (key: keyof Selection) => ({ [key]: initialSelection[key] });

/** An index that is in an address counted from 1; negative while nothing is chosen. */
export function indexInAddress(key: 'layer' | 'head' | 'token' | 'why'): AddressForm {
  return {
    parse(text) {
      const index = parseOrdinal(text);
      return index === undefined ? undefined : { [key]: index };
    },
    format: ({ [key]: index }) => (index === null || index < 0 ? null : String(index + 1)),
  };
}

/** A layer or a head, counted from 1; without it the head that is to be looked at first. */
export function placeInModel(
  key: 'layer' | 'head',
  size: 'num_hidden_layers' | 'num_attention_heads',
): Two {
  return {
    key,
    address: indexInAddress(key),
    attribute: {
      read(text, { model }) {
        if (!model) return null;
        const count = model.config[size];
        const number = /^\d{1,4}$/.test(text) ? Number(text) : 0;
        if (number >= 1 && number <= count) return { [key]: number - 1 };
        return key === 'layer'
          ? msg`layer="${text}": this model has layers 1 to ${count}.`
          : msg`head="${text}": this model has heads 1 to ${count}.`;
      },
      value: (state) => state[key] + 1,
      absent: ({ model }) => (model ? { [key]: firstHead(model)[key] } : initial(key)),
    },
  };
}

/** What the core reads: of any text it says whether it can be used. */
export function ofRun(
  key: 'structure' | 'changes',
  { parse, format }: { parse(text: string): Selection[typeof key]; format(state: State): string },
): Two & { readonly resets: true } {
  const chosen = (text: string) => ({ [key]: parse(beginning(text.trim(), longestRun)) });
  return {
    key,
    address: { parse: chosen, format: (state) => format(state) || null },
    attribute: { read: chosen, value: format, absent: () => initial(key), silent: '' },
    resets: true,
  };
}

/** An entry of `choices.ts` as a field. */
function fieldOf(
  key: keyof Chosen,
  { initial: value, parse, format, attribute }: Choosable<Chosen[typeof key]>,
): Field {
  const { read, ...how } = attribute ?? {};
  return {
    key,
    address: {
      parse(text) {
        const value = parse(text);
        return value === undefined ? undefined : { [key]: value };
      },
      format: (state) => format(state[key]),
    },
    ...(read && {
      attribute: {
        read(text, { model }) {
          const found = read(text, model);
          return found && typeof found !== 'string' ? { [key]: found.value } : found;
        },
        value: (state) => state[key],
        absent: () => initial(key),
        silent: value,
        ...how,
      },
    }),
    resets: true,
  };
}

/** A table of `choices.ts` as fields. */
export const fieldsOf = <T extends Partial<typeof choices>>(table: T) =>
  Object.fromEntries(
    Object.entries(table).map(([key, choice]) => [
      key,
      fieldOf(key as keyof Chosen, choice as never),
    ]),
  ) as {
    readonly [Name in keyof T]: Field & {
      readonly key: Name;
    } & (T[Name] extends { readonly attribute: object }
        ? { readonly attribute: AttributeForm }
        : unknown);
  };
