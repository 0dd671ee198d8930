import { msg } from '../../words/msg';
import { type Cell, isGradient } from '../dataflow/cell';
import { type Context, split } from '../dataflow/naming';
import { range } from '../dataflow/reader';
import { regionOf } from './region';

/** How far a change of a number reaches. */
export type ScopeId = 'head' | 'layer' | 'layers' | 'number';

export interface Scope {
  readonly id: ScopeId;
  readonly name: string;
  /** The cells of the same place, in so many heads and layers. */
  readonly regions: readonly string[];
}

/** Whether a cell is a number that a run can be given: no place in the vocabulary, no copy of another. */
export function isChangeable({ name }: Cell, { graph }: Context): boolean {
  const node = graph.tensors.get(name);
  return name !== 'tokens.ids' && !isGradient(name) && node !== undefined && !node.gradient;
}

/** The same pair of words in every head of its layer; null for a cell that is of no pair. */
function everyHead({ name, index }: Cell, { graph }: Context): readonly string[] | null {
  const [, query = 0, key = 0] = index;
  const isPair = graph.tensors.get(name)?.label.axes === 'head and pair';
  return isPair ? [regionOf(name, [':', query, key])] : null;
}

/** The regions of one layer, in all of them. */
function everyLayer(regions: readonly string[], { graph }: Context): readonly string[] {
  return range(graph.layerInputs.length - 1).flatMap((layer) => {
    const there = regions.map((region) => region.replace(/^layers\.\d+/, `layers.${layer}`));
    return there.filter((region) => graph.tensors.has(region.replace(/\[.*/, '')));
  });
}

/** The scopes of a change of a cell, the narrowest first; none where the cell cannot be changed. */
export function scopesOf(cell: Cell, context: Context): readonly Scope[] {
  if (!isChangeable(cell, context)) return [];
  const own = [regionOf(cell.name, cell.index)];
  const { layer } = split(cell.name);
  if (layer === null) return [{ id: 'number', name: msg`this number`, regions: own }];
  const heads = everyHead(cell, context);
  const all = everyLayer(heads ?? own, context);
  const layers: Scope = { id: 'layers', name: msg`all layers`, regions: all };
  if (!heads) return [{ id: 'layer', name: msg`this layer`, regions: own }, layers];
  return [
    { id: 'head', name: msg`this head`, regions: own },
    { id: 'layer', name: msg`every head of layer ${layer + 1}`, regions: heads },
    layers,
  ];
}
