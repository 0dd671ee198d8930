import type { Trace } from '../model/trace';
import type { State } from './state';
import { viewOf } from './views';

/** A file of numbers: a table of one tensor, or every tensor as NumPy or as safetensors have them. */
export type NumberFormat = 'csv' | 'npz' | 'safetensors';

declare global {
  /** Writes such a file; of fovea-figures.js. */
  var foveaNumbers: ((trace: Trace, format: NumberFormat, name: string) => Blob) | undefined;
}

/** The tensor that is on the stage: what is asked "why?", what the view unfolds, or the attention weights. */
export function shownTensor({ trace, trail, view, layer }: State): string {
  const ofLayer = (name: string) => name.replace('{l}', String(layer));
  const weights = ofLayer('layers.{l}.attention.weights');
  const unfolded = viewOf(view)?.unfoldsTensors?.map(ofLayer) ?? [];
  const names = [trail.at(-1)?.name ?? '', ...unfolded, weights];
  return names.find((name) => trace?.has(name)) ?? trace?.names[0] ?? weights;
}
