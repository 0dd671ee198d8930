import { partsText, withoutParts } from '../what-if/shorthand';
import { runChoices } from './choices';
import { type Field, fieldsOf, initial, ofRun, parseMasked, readMasked } from './kinds';
import { beginning, isTooLong, longestSentence, parseSentence } from './texts';

/** A choice of one key, or undefined where there is no value for it. */
export function chosen<T>(key: string, value: T | undefined) {
  return value === undefined ? undefined : { [key]: value };
}

/** The fields of `fields.ts` that say what is run: the sentence, what is hidden in it, and how the model is changed. */
export const runFields = {
  /**
   * @attr {string} sentence - The text to encode. Default: "The animal didn't cross the street
   *   because it was too tired".
   */
  sentence: {
    key: 'sentence',
    address: {
      parse(text) {
        const choice = chosen('sentence', parseSentence(text));
        return choice && isTooLong(text) ? { ...choice, cut: true } : choice;
      },
      format: ({ sentence }) => beginning(sentence, longestSentence),
    },
    attribute: {
      read: (sentence) => ({ sentence, masked: [] }),
      value: ({ sentence }) => sentence,
      absent: () => ({ ...initial('sentence'), masked: [] }),
      raw: true,
    },
  },
  /** Address only. The model: "experts", or where its file or its folder is. */
  model: {
    key: 'source',
    address: {
      parse: (text) =>
        chosen('source', /^(experts|https?:\/\/\S{1,2000})$/.test(text) ? text : undefined),
      format: ({ source }) => source || null,
    },
    resets: true,
  },
  /** Address only. "1": the sentence is the beginning of a longer text. */
  cut: {
    key: 'cut',
    address: {
      parse: (text) => (text === '1' ? { cut: true } : undefined),
      format: ({ cut, sentence }) => (cut || isTooLong(sentence) ? '1' : null),
    },
    resets: true,
  },
  /**
   * @attr {string} masked - Words to hide behind a mask, each given as in token, separated by commas:
   *   "2,street". Default: none.
   */
  masked: {
    key: 'masked',
    address: {
      parse: (text) => ({ masked: parseMasked(text) }),
      format: ({ masked }) => masked.map((i) => i + 1).join() || null,
    },
    attribute: {
      read: readMasked,
      value: ({ masked }) => masked.map((token) => token + 1).join(),
      absent: () => initial('masked'),
      silent: '',
    },
    resets: true,
  },
  /**
   * @attr {string} structure - How the model is run, if not as it was trained: "scale=off", or
   *   several options separated by commas: positions (on, off, rotary, alibi), scale, residual, norm,
   *   activation, mask. Default: the model's own.
   */
  structure: ofRun('structure', {
    parse: (text) => text,
    format: ({ structure }) => structure,
  }),
  /**
   * @attr {string} change - Numbers of a tensor to change during the run, as with the program's
   *   --set: "layers.2.attention.weights[2,7,:]=0"; several are separated by semicolons. "…=other"
   *   takes the numbers of the other sentence's run. Default: none.
   */
  change: ofRun('changes', {
    parse: (text) =>
      text
        .split(';')
        .map((part) => part.trim())
        .filter(Boolean),
    format: ({ changes }) => changes.join(';'),
  }),
  /**
   * @attr {string} without - Parts of the model to leave out: positions, scale (the scores are not
   *   divided), residual, norm, activation, feed-forward; in single layers, from 1:
   *   "feed-forward=2+3"; heads by layer and number, "heads=3.3+4.2"; layers to skip, "layers=2".
   *   Several are separated by commas. A shorthand for structure and change. Default: none.
   */
  without: {
    key: 'structure',
    attribute: {
      read(text, { model, structure, changes }) {
        if (!model) return null;
        const run = withoutParts({ structure, changes }, text, model.config);
        return typeof run === 'string' ? `without="${text}": ${run}.` : { ...run };
      },
      value: ({ model, structure, changes }) =>
        model ? partsText({ structure, changes }, model.config) : '',
      absent: () => ({ ...initial('structure'), ...initial('changes') }),
      silent: '',
      shorthand: true,
    },
    resets: true,
  },
  ...fieldsOf(runChoices),
} as const satisfies Readonly<Record<string, Field>>;
