import { msg } from '../../words/msg';
import { partsText, withoutParts } from '../what-if/shorthand';
import {
  beginning,
  type Field,
  initial,
  isTooLong,
  longestSentence,
  ofRun,
  parseMasked,
  parsePair,
  parseSentence,
  readMasked,
  switchAsAttribute,
  switchInAddress,
} from './kinds';

/** The longest text of a loss that is read. */
const longestLoss = 100;

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
      ...switchInAddress('cut'),
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
  /**
   * @attr {boolean} backward - Whether the gradients of a loss are shown beside the numbers, and the
   *   timeline plays backward from the loss. Default: false.
   *
   * In an address "1" means true.
   */
  backward: {
    key: 'backward',
    address: switchInAddress('backward'),
    attribute: switchAsAttribute('backward'),
    resets: true,
  },
  /**
   * @attr {string} loss - The loss to take gradients of: "8=animal" is −ln of the probability of
   *   "animal" at token 8, counted from 0, as with the program's --loss. Default: the word that a
   *   mask hides, else the model's guess at "it" or at the first word.
   */
  loss: {
    key: 'loss',
    address: {
      parse: (text) => ({ loss: beginning(text.trim(), longestLoss) }),
      format: ({ loss }) => loss || null,
    },
    attribute: {
      read: (text) => ({ loss: beginning(text.trim(), longestLoss) }),
      value: ({ loss }) => loss,
      absent: () => initial('loss'),
      silent: '',
    },
    resets: true,
  },
  /**
   * @attr {string} other - The sentence that view="twins" compares with this one, and that a change
   *   "…=other" takes its numbers from. Default: the sentence's swap, if it is one of the page's own.
   */
  other: {
    key: 'other',
    address: {
      parse: (text) => chosen('other', parseSentence(text)),
      format: ({ other }) => other || null,
    },
    attribute: {
      read: (text) => chosen('other', parseSentence(text)) ?? {},
      value: ({ other }) => other,
      absent: () => initial('other'),
      silent: '',
    },
    resets: true,
  },
  /**
   * @attr {string} pair - The two readings that view="twins" compares: "animal street". Default: what
   *   the model reads in each of the two sentences.
   */
  pair: {
    key: 'pair',
    address: {
      parse: (text) => chosen('pair', parsePair(text)),
      format: ({ pair }) => pair || null,
    },
    attribute: {
      read(text, { model }) {
        if (!model) return null;
        const pair = parsePair(text);
        const known = pair?.split(' ').every((piece) => model.vocabulary.includes(piece));
        return pair && known
          ? { pair }
          : msg`pair="${text}" should be two words that this model knows.`;
      },
      value: ({ pair }) => pair,
      absent: () => initial('pair'),
      silent: '',
    },
    resets: true,
  },
} as const satisfies Readonly<Record<string, Field>>;
