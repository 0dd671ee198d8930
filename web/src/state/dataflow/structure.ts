import type { ModelConfig } from '../../model/protocol';
import { parseOptions } from '../what-if/run-text';
import type { ActivationId } from './activations';

/** How one layer is run. */
export interface LayerStructure {
  /** Whether scores are divided by √dK; or the number that they are divided by. */
  readonly scale: string;
  /** "on", "off", or the gain of x; "normed" adds the normalised copy of x, with norm "pre" only. */
  readonly residual: string;
  readonly activation: ActivationId | 'none';
  /** "off": the layer is skipped, it hands on its input. */
  readonly layer?: 'on' | 'off';
  /** Known bugs, all but the first value of each. */
  readonly softmax?: 'rows' | 'columns' | 'unshifted';
  readonly norm_axis?: 'model' | 'tokens';
  readonly heads?: 'split' | 'reshaped';
  readonly output?: 'on' | 'off';
}

/** How a model is run, beside its config: as `Structure` in the core. */
export interface Structure extends LayerStructure {
  readonly positions: 'on' | 'off' | 'rotary' | 'alibi';
  readonly norm: 'post' | 'pre' | 'none';
  readonly mask: 'none' | 'causal' | 'padding' | 'leaky';
  /** "off" where the config has a scale is a known bug. */
  readonly embedding_scale: 'on' | 'off';
  /** What is otherwise in single layers, counted from 0. */
  readonly layers?: ReadonlyMap<number, Partial<LayerStructure>>;
}

/** The structure of a run: what its text leaves out is the model's own. The core has read the text. */
export function structureOfRun(config: ModelConfig, text: string): Structure {
  const options = parseOptions(text);
  const named = (layer: number | null) =>
    Object.fromEntries(
      options.filter((each) => each.layer === layer).map(({ key, value }) => [key, value]),
    );
  const changed: Partial<Structure> = named(null);
  const layers = options.flatMap(({ layer }) => (layer === null ? [] : [layer]));
  const single = new Map(layers.map((layer) => [layer, named(layer) as Partial<LayerStructure>]));
  return { ...structureOf(config), ...changed, layers: single };
}

/** The structure of one layer. */
export const ofLayer = (structure: Structure, layer: number): Structure => ({
  ...structure,
  ...structure.layers?.get(layer),
});

/** What scores are divided by in a layer. */
export function divisorOf({ scale }: LayerStructure, dK: number): number {
  if (scale === 'on') return Math.sqrt(dK);
  return scale === 'off' ? 1 : Number(scale);
}

/** What x is multiplied by on the residual path; 0 where there is none. */
export function gainOf({ residual }: LayerStructure): number {
  if (residual === 'on' || residual === 'normed') return 1;
  return residual === 'off' ? 0 : Number(residual);
}

/** A known bug among the options, of which the core computes no gradients; empty where there is none. */
export function bugOf(config: ModelConfig, structure: Structure): string {
  const own = structureOf(config);
  if (structure.mask === 'leaky') return 'mask=leaky';
  if (structure.embedding_scale !== own.embedding_scale) return 'embedding_scale=off';
  const right = { softmax: 'rows', norm_axis: 'model', heads: 'split', output: 'on' } as const;
  for (const layer of [structure, ...(structure.layers?.values() ?? [])])
    for (const [key, value] of Object.entries(right)) {
      const found = layer[key as keyof typeof right] ?? value;
      if (found !== value) return `${key}=${found}`;
    }
  return '';
}

/** The structure that a model was trained with. */
export function structureOf(config: ModelConfig): Structure {
  const places = config.position_embedding_type;
  const inAttention = places === 'rotary' || places === 'alibi';
  return {
    positions: inAttention ? places : places === 'none' ? 'off' : 'on',
    scale: 'on',
    residual: 'on',
    norm: config.norm_order,
    activation: config.hidden_act,
    mask: 'none',
    embedding_scale: config.embedding_scale ? 'on' : 'off',
  };
}
