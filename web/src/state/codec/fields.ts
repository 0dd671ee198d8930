import { msg } from '../../words/msg';
import { firstToken } from '../defaults';
import { filmName, filmStart } from '../film';
import { initialSelection, type State } from '../state';
import { firstView, spanOf } from '../timeline';
import { parseTour, tourText } from '../tour/progress';
import { stops } from '../tour/stops';
import { askedKey, hasCell, keyOf } from '../why';
import { type AttributeValue, shownChoices } from './choices';
import {
  type AddressForm,
  type AttributeForm,
  type Field,
  fieldsOf,
  figureSpan,
  figureTime,
  indexInAddress,
  initial,
  parseOrdinals,
  parseTime,
  parseTrail,
  parseView,
  placeInModel,
  type Reading,
  readToken,
  tokensOf,
  trailText,
} from './kinds';
import { chosen, runFields } from './run-fields';

/** The walk back that is open, unless `why` says it: a weight of the row in focus. */
const otherTrail = (state: State): string =>
  askedKey(state) === null ? trailText(state.trail) : '';

const nameOfView = ({ film, view }: State): string => (film ? filmName : view);

/** The figure then plays that view's stretch of the timeline, and no other. */
function ofView(view: string) {
  if (view === filmName) return filmStart;
  const span = spanOf(view);
  return span ? { view, span, time: span.end } : { view };
}

/**
 * Everything that an address, an attribute of `<fovea-encoder>`, or both can choose: how it is read,
 * checked and written, and what it is without them. Layers, heads and tokens count from 1 there.
 *
 * They are read and written in this order: a view comes before a time, which counts from its begin.
 */
export const fields = {
  ...runFields,
  /**
   * @attr {string} view - What to show. One of the figures: {figures}. Or one step: {steps}. Or
   *   "film", all steps in a minute, with captions. Default: "attention", the four steps from
   *   "scores" to "sum".
   */
  view: {
    key: 'view',
    address: {
      parse: (text) => (text === filmName ? filmStart : chosen('view', parseView(text))),
      format: nameOfView,
    },
    attribute: {
      read: ofView,
      value: nameOfView,
      absent: () => ofView(firstView),
    },
  },
  /** @attr {number} layer - From 1. Default: the layer of the head that finds antecedents. */
  layer: placeInModel('layer', 'num_hidden_layers'),
  /** @attr {number} head - From 1. Default: the head that finds antecedents. */
  head: placeInModel('head', 'num_attention_heads'),
  /**
   * @attr {number|string} token - The word to look from: its place, counted from 1, or the word
   *   itself. Default: the first of it, he, she and they, in this order, that the sentence has, else
   *   the first word.
   */
  token: {
    key: 'token',
    address: indexInAddress('token'),
    attribute: {
      read: (text, state) => readToken('token', text, state),
      value: ({ token }) => token + 1,
      absent(state) {
        if (!state.trace) return initial('token');
        const tokens = tokensOf(state);
        return tokens && { token: firstToken(tokens) };
      },
    },
  },
  /**
   * @attr {number|string} why - A word, given as in token, whose weight is explained. Default: none.
   */
  why: {
    key: 'why',
    address: {
      ...indexInAddress('why'),
      format(state) {
        const key = keyOf(state);
        return key === null ? null : String(key + 1);
      },
    },
    attribute: {
      read: (text, state) => readToken('why', text, state),
      value(state) {
        const key = keyOf(state);
        return key === null ? '' : key + 1;
      },
      absent: () => initial('why'),
      silent: '',
    },
    resets: true,
  },
  /**
   * @attr {string} cell - A number that is explained, or the way back from one:
   *   "layers.2.attention.scores:7,8,2". In tensor names, layers are counted from 0, places from 1.
   *   Default: none.
   */
  cell: {
    key: 'trail',
    address: {
      parse: (text) => chosen('trail', parseTrail(text)),
      format: (state) => otherTrail(state) || null,
    },
    attribute: {
      read(text, state) {
        if (!tokensOf(state)) return null;
        const trail = parseTrail(text);
        if (trail?.every((cell) => hasCell(state, cell))) return { trail };
        return msg`cell="${text}" does not name a number of this model and sentence.`;
      },
      value: otherTrail,
      absent: () => initial('trail'),
      silent: '',
    },
    resets: true,
  },
  /**
   * @attr {number} time - Position in the view's animation, with decimals for parts of a step. For
   *   attention: 0 nothing yet, 1 scores, 2 scale, 3 softmax, 4 weighted sum. Default: its end.
   *
   * In an address it counts from the first step of the whole timeline.
   */
  time: {
    key: 'time',
    address: {
      parse: (text) => chosen('time', parseTime(text)),
      format: ({ time }) => String(Number(time.toFixed(2))),
    },
    attribute: {
      read(text, state) {
        const span = figureSpan(state);
        const time = parseTime(text);
        const most = span.end - span.begin;
        if (time !== undefined && time <= most) return { time: span.begin + time };
        return msg`time="${text}" is not a number from 0 to ${most}.`;
      },
      value: figureTime,
      absent: (state) => ({ time: figureSpan(state).end }),
    },
  },
  /**
   * Address only. A chapter of the tour, from 1, and after a point what was answered in each chapter:
   * an option from 0, "s" where the answer was seen without a guess, "-" for none. Alone it opens the
   * chapter's picture too.
   */
  tour: {
    key: 'tour',
    address: {
      parse: (text) => chosen('tour', parseTour(text, stops.length)),
      format: ({ tour }) => (tour ? tourText(tour) : null),
    },
    resets: true,
  },
  /**
   * @attr {string} case - The bug on the bench of view="bench", by its name: "softmax-axis",
   *   "positions", "scale", "norm-axis", "leaky-mask", "heads", "output", "residual",
   *   "embedding-scale", "padding", "overflow". Default: "softmax-axis".
   */
  case: {
    key: 'case',
    address: {
      parse: (text) => chosen('case', parseView(text)),
      format: ({ case: id }) => (id === initialSelection.case ? null : id),
    },
    attribute: {
      read: (text) => ({ case: text, guesses: [] }),
      value: ({ case: id }) => id,
      absent: () => initial('case'),
      silent: initialSelection.case,
    },
    resets: true,
  },
  /** Address only. What was guessed on the bench, in order, with commas between them: answers from 1. */
  guess: {
    key: 'guesses',
    address: {
      parse: (text) => ({ guesses: parseOrdinals(text) }),
      format: ({ guesses }) => guesses.map((i) => i + 1).join() || null,
    },
    resets: true,
  },
  ...fieldsOf(shownChoices),
} as const satisfies Readonly<Record<string, Field>>;

type Fields = typeof fields;

/** The fields that are attributes, by their names. */
export type AttributeName = {
  [Name in keyof Fields]: Fields[Name] extends { readonly attribute: AttributeForm } ? Name : never;
}[keyof Fields];

export const entries: readonly (readonly [name: string, field: Field])[] = Object.entries(fields);

/** The names that are in an address, with what they mean there. */
export const addressForms = entries.flatMap(([name, { address }]): [string, AddressForm][] =>
  address ? [[name, address]] : [],
);

/** The attributes of `<fovea-encoder>` that choose what it shows, in the order they are read. */
export const attributeNames = entries
  .filter(([, { attribute }]) => attribute)
  .map(([name]) => name) as readonly AttributeName[];

export const attributeForm = (name: AttributeName): AttributeForm => fields[name].attribute;

/** The value of an attribute that says what a state shows; empty where there is nothing to say. */
export function attributeValue(name: AttributeName, state: State): AttributeValue {
  return attributeForm(name).value(state);
}

/** What an attribute chooses in a state; null stands for one that is not there. Pure. */
export function readAttribute(name: AttributeName, text: string | null, state: State): Reading {
  const form = attributeForm(name);
  const value = form.raw ? text : text?.trim() || null;
  return value === null ? form.absent(state) : form.read(value, state);
}
