import type { ModelInfo } from '../../model/protocol';
import { later, msg } from '../../words/msg';
import { knownPresets, type Preset, type Shape, shapeOf } from '../kit/cost';

/** What the reader has chosen in the figure of costs. */
export interface CostSettings {
  /** The preset that the sliders set out from. */
  readonly preset: string;
  readonly shape: Shape;
  /** Words at a time. */
  readonly words: number;
  /** Pieces of the training. */
  readonly trained: number;
}

export type SliderId = 'n' | 'd' | 'h' | 'L' | 'f' | 'V' | 'D';

export interface Slider {
  readonly id: SliderId;
  /** As formulas write it. */
  readonly sign: string;
  readonly name: string;
  /** The values that it can have, ascending. */
  readonly stops: readonly number[];
}

const powers = (from: number, to: number): readonly number[] => {
  const all: number[] = [];
  for (let x = from; x <= to; x *= 2) all.push(x, x * 1.5);
  return all.filter((x) => x <= to);
};

const decades = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, i) => [1, 2, 5].map((m) => m * 10 ** (from + i))).flat();

export const sliders: readonly Slider[] = [
  { id: 'n', sign: 'n', name: later('words at a time'), stops: powers(8, 131072) },
  { id: 'd', sign: 'd', name: later('numbers in a word’s vector'), stops: powers(32, 16384) },
  { id: 'h', sign: 'h', name: 'heads', stops: powers(1, 128).filter(Number.isInteger) },
  { id: 'L', sign: 'L', name: 'layers', stops: powers(1, 128).filter(Number.isInteger) },
  {
    id: 'f',
    sign: 'd_ff',
    name: later('hidden units'),
    stops: powers(64, 65536),
  },
  { id: 'V', sign: 'V', name: later('words in the vocabulary'), stops: decades(3, 6) },
  { id: 'D', sign: 'D', name: later('words of training text'), stops: decades(6, 14) },
];

/** What a preset stands for; `trained` where nobody has said on how much it was trained. */
export const settingsOf = (preset: Preset, trained: number): CostSettings => ({
  preset: preset.id,
  shape: preset.shape,
  words: preset.words,
  trained: preset.trained ?? trained,
});

export function chosenValue({ shape, words, trained }: CostSettings, id: SliderId): number {
  switch (id) {
    case 'n':
      return words;
    case 'd':
      return shape.hidden_size;
    case 'h':
      return shape.num_attention_heads;
    case 'L':
      return shape.num_hidden_layers;
    case 'f':
      return shape.intermediate_size;
    case 'V':
      return shape.vocab_size;
    case 'D':
      return trained;
  }
}

const keys = {
  d: 'hidden_size',
  h: 'num_attention_heads',
  L: 'num_hidden_layers',
  f: 'intermediate_size',
  V: 'vocab_size',
} as const;

/** The shape with as many heads as its width can be cut into, and as many of keys as serve those evenly; at most those that it has. */
function withFittingHeads(shape: Shape): Shape {
  let heads = Math.min(shape.num_attention_heads, shape.hidden_size);
  while (shape.hidden_size % heads !== 0) heads--;
  const { num_key_value_heads: kv } = shape;
  if (!kv) return { ...shape, num_attention_heads: heads };
  let shared = Math.min(kv, heads);
  while (heads % shared !== 0) shared--;
  return { ...shape, num_attention_heads: heads, num_key_value_heads: shared };
}

export function withValue(settings: CostSettings, id: SliderId, value: number): CostSettings {
  if (id === 'n') return { ...settings, words: value };
  if (id === 'D') return { ...settings, trained: value };
  return { ...settings, shape: withFittingHeads({ ...settings.shape, [keys[id]]: value }) };
}

/** The values that a slider can have: with the one at hand, and heads that the width can be cut into. */
export function stopsOf({ id, stops }: Slider, settings: CostSettings): readonly number[] {
  const value = chosenValue(settings, id);
  const can = id === 'h' ? stops.filter((h) => settings.shape.hidden_size % h === 0) : stops;
  return can.includes(value) ? can : [...can, value].sort((a, b) => a - b);
}

/** The presets, the open model's first. */
export function presetsOf(model: ModelInfo | null): readonly Preset[] {
  if (!model) return knownPresets;
  const own: Preset = {
    ...{ id: 'own', name: msg`this model`, shape: shapeOf(model.config), trained: null },
    note: '',
    words: model.config.max_position_embeddings,
  };
  return [own, ...knownPresets];
}

/** Words of a training, before the reader or a preset says how many. */
const firstTrained = 1e9;

/** Whether somebody has said on how many words it was trained: a paper, or the reader. */
export const isTrainingKnown = ({ preset, trained }: CostSettings): boolean =>
  trained !== firstTrained || knownPresets.some((each) => each.id === preset && each.trained);

/** A preset of that id as it is, else the open model. */
export function presetSettings(model: ModelInfo | null, id: string): CostSettings {
  const presets = presetsOf(model);
  const preset = presets.find((each) => each.id === id) ?? presets[0];
  return settingsOf(preset as Preset, firstTrained);
}
