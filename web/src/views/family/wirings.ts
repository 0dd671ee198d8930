import type { ModelConfig } from '../../model/protocol';
import { later } from '../../words/msg';

/** What a block can be made of: one choice for each part. */
export interface Wiring {
  readonly id: string;
  readonly name: string;
  readonly year: string;
  readonly reads: 'words' | 'patches';
  readonly positions: 'sinusoidal' | 'learned' | 'bias' | 'rotary' | 'none';
  /** Who may look at whom. */
  readonly mask: 'none' | 'causal';
  /** Whether keys and values are shared by several heads of queries. */
  readonly keys: 'own' | 'shared';
  /** Whether its blocks look at what an encoder has read, too. */
  readonly cross: 'no' | 'yes';
  readonly place: 'post' | 'pre';
  readonly norm: 'LayerNorm' | 'RMSNorm';
  readonly network: 'relu' | 'gelu' | 'silu' | 'swiglu' | 'experts';
  readonly says: 'hidden' | 'next' | 'class';
}

export type Part = Exclude<keyof Wiring, 'id' | 'name' | 'year'>;

/** The parts that are compared, from the input to the output. */
export const parts: readonly Part[] = [
  ...(['reads', 'positions', 'place', 'norm', 'mask', 'keys', 'cross'] as const),
  ...(['network', 'says'] as const),
];

const llama: Omit<Wiring, 'id' | 'name' | 'year'> = {
  ...{ reads: 'words', positions: 'rotary', mask: 'causal', keys: 'shared', cross: 'no' },
  ...{ place: 'pre', norm: 'RMSNorm', network: 'swiglu', says: 'next' },
};

/** As the papers and the published models have them. */
export const relatives: readonly Wiring[] = [
  {
    ...{ id: 'bert', name: 'BERT', year: '2018' },
    ...{ reads: 'words', positions: 'learned', mask: 'none', keys: 'own', cross: 'no' },
    ...{ place: 'post', norm: 'LayerNorm', network: 'gelu', says: 'hidden' },
  },
  {
    ...{ id: 'gpt', name: 'GPT-2', year: '2019' },
    ...{ reads: 'words', positions: 'learned', mask: 'causal', keys: 'own', cross: 'no' },
    ...{ place: 'pre', norm: 'LayerNorm', network: 'gelu', says: 'next' },
  },
  {
    ...{ id: 't5', name: 'T5', year: '2019' },
    ...{ reads: 'words', positions: 'bias', mask: 'causal', keys: 'own', cross: 'yes' },
    ...{ place: 'pre', norm: 'RMSNorm', network: 'relu', says: 'next' },
  },
  {
    ...{ id: 'vit', name: 'ViT', year: '2020' },
    ...{ reads: 'patches', positions: 'learned', mask: 'none', keys: 'own', cross: 'no' },
    ...{ place: 'pre', norm: 'LayerNorm', network: 'gelu', says: 'class' },
  },
  { ...llama, id: 'mixtral', name: 'Mixtral', year: '2023', network: 'experts' },
  { ...llama, id: 'llama', name: 'Llama 3', year: '2024' },
];

const networks = { relu: 'relu', gelu: 'gelu', gelu_tanh: 'gelu', silu: 'silu' } as const;
const positions = {
  ...({ sinusoidal: 'sinusoidal', absolute: 'learned', none: 'none' } as const),
  ...({ rotary: 'rotary', alibi: 'bias' } as const),
};

function networkOf(config: ModelConfig): Wiring['network'] {
  if (config.num_local_experts) return 'experts';
  return config.gated_feed_forward ? 'swiglu' : networks[config.hidden_act];
}

/** The model that is open. */
export const liveWiring = (config: ModelConfig): Wiring => ({
  ...{ id: 'live', name: later('This model'), year: '' },
  ...{ reads: 'words', mask: 'none', cross: 'no', says: 'hidden' },
  positions: positions[config.position_embedding_type],
  keys:
    (config.num_key_value_heads || config.num_attention_heads) === config.num_attention_heads
      ? 'own'
      : 'shared',
  norm: config.norm_type === 'rms_norm' ? 'RMSNorm' : 'LayerNorm',
  place: config.norm_order,
  network: networkOf(config),
});

/** The parts in which two differ. */
export const differences = (a: Wiring, b: Wiring): readonly Part[] =>
  parts.filter((part) => a[part] !== b[part]);
