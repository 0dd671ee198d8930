import { msg } from '../../words/msg';
import { firstHead } from '../defaults';
import type { Selection, State } from '../state';
import { initialSelection } from '../state';
import type { AddressForm, AttributeForm, Field } from './field';
import { beginning, parseOrdinal } from './parse';

/** The keys of a selection whose values are of a type. */
type KeysOf<T> = { [K in keyof Selection]: Selection[K] extends T ? K : never }[keyof Selection];

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
          ? msg`layer="${text}" is none of this model’s layers, 1 to ${count}.`
          : msg`head="${text}" is none of this model’s heads, 1 to ${count}.`;
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

/** More than all settings of a view take: a scene of nine things that was drawn on takes an eighth of it. */
const longestSettings = 4000;

/** As many whole settings of a text as may be: one that is cut short would be another value. */
function wholeSettings(text: string): string {
  const cut = beginning(text, longestSettings);
  return cut === text ? text : cut.slice(0, Math.max(0, cut.lastIndexOf(',')));
}

/** What is chosen in a view, which reads it itself. */
export const ofSettings = (
  key: 'train' | 'study' | 'settings',
): Two & { readonly resets: true } => ({
  key,
  address: {
    parse: (text) => ({ [key]: wholeSettings(text) }),
    format: (state) => state[key] || null,
  },
  attribute: {
    read: (text) => ({ [key]: text }),
    value: (state) => state[key],
    absent: () => initial(key),
    silent: '',
  },
  resets: true,
});

/** Off in the initial state; "1" in an address means on. */
export function switchInAddress(key: KeysOf<boolean>): AddressForm {
  return {
    parse: (text) => (text === '1' ? { [key]: true } : undefined),
    format: (state) => (state[key] ? '1' : null),
  };
}

/** A switch as an attribute: there, and not "false", means on. */
export function switchAsAttribute(key: KeysOf<boolean>): AttributeForm {
  return {
    read(text) {
      const value = text.trim();
      if (value !== '' && value !== 'true' && value !== 'false')
        return msg`${key}="${value}" is neither true nor false.`;
      return { [key]: value !== 'false' };
    },
    value: (state) => state[key],
    absent: () => initial(key),
    silent: false,
    raw: true,
  };
}

/** One of a few words or numbers, the initial one left out of addresses. */
export function oneOf<K extends KeysOf<string | number>>(
  key: K,
  values: readonly Selection[K][],
): { readonly key: K; readonly address: AddressForm; readonly attribute: AttributeForm } {
  const find = (text: string) => values.find((value) => String(value) === text);
  const list = msg`${values.slice(0, -1).join(', ')} and ${values.at(-1)}`;
  return {
    key,
    address: {
      parse(text) {
        const value = find(text);
        return value === undefined ? undefined : { [key]: value };
      },
      format: (state) => (state[key] === initialSelection[key] ? null : String(state[key])),
    },
    attribute: {
      read(text) {
        const value = find(text);
        return value === undefined ? msg`${key}="${text}" is none of ${list}.` : { [key]: value };
      },
      value: (state: State) => state[key],
      absent: () => initial(key),
      silent: initialSelection[key],
    },
  };
}
