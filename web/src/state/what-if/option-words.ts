import type { ModelConfig } from '../../model/protocol';
import { later, msg } from '../../words/msg';
import { type ActivationId, activations } from '../dataflow/activations';
import { plain } from '../format';

/** What an option of a structure says, by its value; undefined where the value is not known. */
type Words = (value: string, config: ModelConfig) => string | undefined;

const oneOf =
  (words: Readonly<Record<string, string>>): Words =>
  (value) =>
    Object.hasOwn(words, value) ? msg(words[value] ?? '') : undefined;

const number = (value: string): number | null =>
  value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : null;

/** What scores are divided by in a model of this config. */
export const trainedDivisor = ({ hidden_size: d, num_attention_heads: heads }: ModelConfig) =>
  Math.sqrt(d / heads);

const root = ({ hidden_size: d, num_attention_heads: heads }: ModelConfig) => `√${d / heads}`;

const scale: Words = (value, config) => {
  if (value === 'on') return `÷ ${root(config)}`;
  const divisor = value === 'off' ? 1 : number(value);
  return divisor === null ? undefined : msg`÷ ${plain(divisor)} instead of ÷ ${root(config)}`;
};

const residual: Words = (value) => {
  const gain = number(value);
  if (gain !== null) return msg`residual path × ${plain(gain)}`;
  return oneOf({
    on: later('the residual path'),
    off: later('no residual path'),
    normed: later('the residual path adds the normalised copy'),
  })(value, {} as ModelConfig);
};

const activation: Words = (value, { hidden_act: own }) => {
  if (value === 'none') return msg`no activation`;
  if (!Object.hasOwn(activations, value)) return undefined;
  const { name } = activations[value as ActivationId];
  return value === own ? name : msg`${name} instead of ${activations[own].name}`;
};

/** Every option that is known by name. */
const words: Readonly<Record<string, Words>> = {
  positions: oneOf({
    off: later('no positions'),
    on: later('positions'),
    rotary: later('rotary positions'),
    alibi: later('ALiBi: scores fall with the distance'),
  }),
  scale,
  residual,
  norm: oneOf({
    none: later('no LayerNorm'),
    pre: later('LayerNorm before each part'),
    post: later('LayerNorm after each part'),
  }),
  activation,
  mask: oneOf({
    none: later('no mask'),
    causal: later('a causal mask: no word sees a later one'),
    padding: later('[PAD] hidden by a mask'),
    leaky: later('a causal mask that lets the next word through'),
  }),
  softmax: oneOf({
    rows: 'softmax over rows',
    columns: 'softmax over columns',
    unshifted: later('softmax without subtracting the maximum'),
  }),
  norm_axis: oneOf({
    model: later('LayerNorm over each vector'),
    tokens: later('LayerNorm over the words'),
  }),
  heads: oneOf({
    split: later('heads cut side by side'),
    reshaped: later('heads cut without the transpose'),
  }),
  output: oneOf({ on: later('with W_O'), off: later('without W_O') }),
  embedding_scale: oneOf({ on: later('embedding scaled'), off: later('embedding not scaled') }),
  layer: oneOf({ on: later('not skipped'), off: later('skipped') }),
};

/** Options that are of the text as a whole, not of its layers. */
const ofText: ReadonlySet<string> = new Set(['positions', 'norm', 'mask', 'embedding_scale']);

/** Whether an option is of layers, of which it may name one. */
export const isOfLayers = (key: string): boolean => Object.hasOwn(words, key) && !ofText.has(key);

export const optionWords = (key: string, value: string, config: ModelConfig): string | undefined =>
  Object.hasOwn(words, key) ? words[key]?.(value, config) : undefined;
