import type { ModelConfig } from '../model/protocol';
import { later, msg } from '../words/msg';
import { type ActivationId, activations } from './dataflow/kinds/activation';
import { plain } from './format';

/** The numbers that a switch can be set to, along a line. */
export interface Axis {
  /** Where a number lies: 0 at the line's begin, 1 at its end. */
  place(number: number): number;
  number(place: number): number;
  /** Numbers where a knob rests, in their order. */
  readonly detents: readonly number[];
  /** The model's own. */
  readonly own: number;
  /** Numbers at which the line over the axis is measured. */
  readonly samples: readonly number[];
}

/** How near to a detent a knob rests there, as a share of the line. */
const catches = 0.012;

const ascending = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].sort((a, b) => a - b);

const octaves = 7;

/** Divisors from 1 to 128: twice the number is always as far on. */
export function divisors({ hidden_size: d, num_attention_heads: heads }: ModelConfig): Axis {
  const own = Math.sqrt(d / heads);
  const powers = Array.from({ length: octaves + 1 }, (_, i) => 2 ** i);
  const quarters = Array.from({ length: 4 * octaves + 1 }, (_, i) => 2 ** (i / 4));
  return {
    place: (divisor) => Math.log2(divisor) / octaves,
    number: (place) => 2 ** (place * octaves),
    detents: ascending([...powers, own]),
    own,
    samples: ascending([...quarters, own]),
  };
}

export const gains: Axis = {
  place: (gain) => gain,
  number: (place) => place,
  detents: [0, 0.25, 0.5, 0.75, 1],
  own: 1,
  samples: Array.from({ length: 21 }, (_, i) => i / 20),
};

/** The number at a place, or the detent that is near. */
export function settledNumber(axis: Axis, place: number): number {
  const near = axis.detents.find((detent) => Math.abs(axis.place(detent) - place) < catches);
  return near ?? Number(axis.number(place).toPrecision(3));
}

/** The next detent from a number, or the last before it. */
export function nextDetent({ detents }: Axis, number: number, by: 1 | -1): number {
  const on = detents.filter((detent) => (detent - number) * by > 1e-9);
  return (by > 0 ? on[0] : on.at(-1)) ?? number;
}

/** What a run with the value is said to be, and what the value is called where a switch offers it. */
type Value = readonly [said: string, name?: string];

/** A switch that is set to a number. */
export interface Numbered {
  readonly sign: '÷' | '×';
  readonly name: string;
  /** The number that "off" stands for. */
  readonly off: number;
  axis(config: ModelConfig): Axis;
  /** How the model's own number is written. */
  own(config: ModelConfig): string;
}

/** An option of how a model is run, as the core reads it (structure_options.h). */
export interface Option {
  /** Of the text as a whole; of all layers or of one; or of single layers alone. */
  readonly of: 'text' | 'layers' | 'layer';
  /** What a model has by itself. */
  readonly own: string | ((config: ModelConfig) => string);
  readonly values: Readonly<Record<string, Value>>;
  /** Those of them that break a model. */
  readonly bugs?: readonly string[];
  /** Those that the page's own module leaves out: another is loaded for them. */
  readonly elsewhere?: readonly string[];
  /** What a run is said to be, where that is not what the value says. */
  says?(value: string, config: ModelConfig): string | undefined;
  /** The switch of the option: it has the values with names, or numbers. */
  readonly switch?: {
    readonly title: string;
    /** What it is set to where its part is left out. */
    readonly without?: string;
    readonly number?: Numbered;
  };
}

const numberIn = (value: string): number | null =>
  value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : null;

const root = ({ hidden_size: d, num_attention_heads: heads }: ModelConfig) => `√${d / heads}`;

const on = later('on');
const off = later('off');

/** All of them, in the order of computation. */
export const options = {
  positions: {
    of: 'text',
    own: ({ position_embedding_type: type }) =>
      type === 'rotary' || type === 'alibi' ? type : type === 'none' ? 'off' : 'on',
    values: {
      on: [later('positions'), on],
      off: [later('no positions'), off],
      rotary: [later('rotary positions'), later('rotary')],
      alibi: [later('ALiBi: scores fall with distance'), 'ALiBi'],
    },
    elsewhere: ['rotary', 'alibi'],
    switch: { title: later('positions'), without: 'off' },
  },
  embedding_scale: {
    of: 'text',
    own: ({ embedding_scale: scaled }) => (scaled ? 'on' : 'off'),
    values: { on: [later('embedding scaled')], off: [later('embedding not scaled')] },
    bugs: ['off'],
  },
  scale: {
    of: 'layers',
    own: 'on',
    values: {},
    says(value, config) {
      if (value === 'on') return `÷ ${root(config)}`;
      const divisor = value === 'off' ? 1 : numberIn(value);
      return divisor === null ? undefined : msg`÷ ${plain(divisor)} instead of ÷ ${root(config)}`;
    },
    switch: {
      title: '÷ √dₖ',
      without: 'off',
      number: {
        sign: '÷',
        name: later('Score divisor'),
        off: 1,
        axis: divisors,
        own: root,
      },
    },
  },
  residual: {
    of: 'layers',
    own: 'on',
    values: {
      on: [later('the residual connection')],
      off: [later('no residual connection')],
      normed: [later('the residual connection adds the normalised copy')],
    },
    says(value) {
      const gain = numberIn(value);
      return gain === null ? undefined : msg`residual connection × ${plain(gain)}`;
    },
    switch: {
      title: later('residual connection'),
      without: 'off',
      number: {
        ...({ sign: '×', name: later('Residual gain'), off: 0 } as const),
        axis: () => gains,
        own: () => '1',
      },
    },
  },
  norm: {
    of: 'text',
    own: ({ norm_order: order }) => order,
    values: {
      none: [later('no LayerNorm'), later('none')],
      pre: [later('LayerNorm before each part'), later('before')],
      post: [later('LayerNorm after each part'), later('after')],
    },
    switch: { title: 'LayerNorm', without: 'none' },
  },
  norm_axis: {
    of: 'layers',
    own: 'model',
    values: {
      model: [later('LayerNorm within each vector')],
      tokens: [later('LayerNorm across the words')],
    },
    bugs: ['tokens'],
  },
  activation: {
    of: 'layers',
    own: ({ hidden_act: own }) => own,
    values: {
      relu: ['', activations.relu.name],
      gelu: ['', activations.gelu.name],
      silu: ['', activations.silu.name],
      none: [later('no activation'), later('none')],
    },
    says(value, { hidden_act: own }) {
      if (value === 'none' || !Object.hasOwn(activations, value)) return undefined;
      const { name } = activations[value as ActivationId];
      return value === own ? name : msg`${name} instead of ${activations[own].name}`;
    },
    switch: { title: later('activation'), without: 'none' },
  },
  mask: {
    of: 'text',
    own: 'none',
    values: {
      none: [later('no mask'), later('none')],
      padding: [later('[PAD] hidden by a mask'), later('padding')],
      causal: [later('a causal mask: no word sees a later one'), later('causal')],
      leaky: [later('a causal mask that lets the next word through')],
    },
    bugs: ['leaky'],
    switch: { title: later('mask') },
  },
  softmax: {
    of: 'layers',
    own: 'rows',
    values: {
      rows: ['softmax over rows'],
      columns: ['softmax over columns'],
      unshifted: [later('softmax without subtracting the maximum')],
    },
    bugs: ['columns', 'unshifted'],
  },
  heads: {
    of: 'layers',
    own: 'split',
    values: {
      split: [later('heads split side by side')],
      reshaped: [later('heads split without the transpose')],
    },
    bugs: ['reshaped'],
  },
  output: {
    of: 'layers',
    own: 'on',
    values: { on: [later('with W_O')], off: [later('without W_O')] },
    bugs: ['off'],
  },
  layer: {
    of: 'layer',
    own: 'on',
    values: { on: [later('not skipped'), on], off: [later('skipped'), off] },
    switch: { title: later('layers'), without: 'off' },
  },
} as const satisfies Readonly<Record<string, Option>>;

type Options = typeof options;
export type OptionKey = keyof Options;

export const optionEntries: readonly (readonly [OptionKey, Option])[] = Object.entries(options) as [
  OptionKey,
  Option,
][];

/** The option of a name; undefined where there is none. */
export const optionNamed = (key: string): Option | undefined =>
  Object.hasOwn(options, key) ? options[key as OptionKey] : undefined;

export const ownValue = ({ own }: Option, config: ModelConfig): string =>
  typeof own === 'string' ? own : own(config);

/** What an option of a run says; undefined where the option or the value is not known. */
export function optionWords(key: string, value: string, config: ModelConfig): string | undefined {
  const option = optionNamed(key);
  const [said] = (option && Object.hasOwn(option.values, value) && option.values[value]) || [];
  return option?.says?.(value, config) ?? (said ? msg(said) : undefined);
}
