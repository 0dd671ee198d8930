import type { ModelConfig } from '../../model/protocol';
import { type Option, type OptionKey, optionEntries, type options, ownValue } from '../options';
import { parseOptions } from '../what-if/run-text';
import type { ActivationId } from './kinds/activation';

type Options = typeof options;

type ValueOf<Key extends OptionKey> = Options[Key] extends { switch: { number: unknown } }
  ? string
  : Key extends 'activation'
    ? ActivationId | 'none'
    : keyof Options[Key]['values'];

type Of<Place extends Option['of']> = {
  readonly [Key in OptionKey as Options[Key]['of'] extends Place ? Key : never]: ValueOf<Key>;
};

/**
 * How one layer is run. `scale`: "on" for √dK, "off", or what scores are divided by; `residual`: "on",
 * "off", the gain of x, or "normed", which adds the normalised copy of x, with norm "pre" only.
 */
export type LayerStructure = Of<'layers'> & Partial<Of<'layer'>>;

/** How a model is run, beside its config: as `Structure` in the core. */
export interface Structure extends Of<'text'>, LayerStructure {
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

/** What x is multiplied by on the residual connection; 0 where there is none. */
export function gainOf({ residual }: LayerStructure): number {
  if (residual === 'on' || residual === 'normed') return 1;
  return residual === 'off' ? 0 : Number(residual);
}

/** A known bug among the options, of which the core computes no gradients; empty where there is none. */
export function bugOf(config: ModelConfig, structure: Structure): string {
  const runs: readonly Partial<Structure>[] = [structure, ...(structure.layers?.values() ?? [])];
  for (const layer of runs)
    for (const [key, option] of optionEntries) {
      const value = layer[key];
      const isBug = value !== undefined && option.bugs?.includes(value);
      if (isBug && value !== ownValue(option, config)) return `${key}=${value}`;
    }
  return '';
}

/** The structure that a model was trained with. */
export const structureOf = (config: ModelConfig): Structure =>
  Object.fromEntries(
    optionEntries.map(([key, option]) => [key, ownValue(option, config)]),
  ) as unknown as Structure;
