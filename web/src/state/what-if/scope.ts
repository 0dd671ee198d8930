import type { Cell } from '../dataflow/cell';
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

/** Whether a cell is a number that a run can be given: not the place of a word in the vocabulary. */
export const isChangeable = ({ name }: Cell, { graph }: Context): boolean =>
  name !== 'tokens.ids' && graph.tensors.has(name);

/** The same cell in every head of its layer; null for a tensor without heads. */
function everyHead({ name, index }: Cell, context: Context): readonly string[] | null {
  const axes = context.graph.tensors.get(name)?.label.axes;
  const [i = 0, j = 0, k = 0] = index;
  if (axes === 'head and pair') return [regionOf(name, [':', j, k])];
  if (axes !== 'head and number') return null;
  const dK = context.dModel / context.heads;
  return range(context.heads).map((head) => regionOf(name, [i, head * dK + (j % dK)]));
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
  if (layer === null) return [{ id: 'number', name: 'this number', regions: own }];
  const heads = everyHead(cell, context);
  const all = everyLayer(heads ?? own, context);
  const layers: Scope = { id: 'layers', name: 'all layers', regions: all };
  if (!heads) return [{ id: 'layer', name: 'this layer', regions: own }, layers];
  return [
    { id: 'head', name: 'this head', regions: own },
    { id: 'layer', name: `every head of layer ${layer + 1}`, regions: heads },
    layers,
  ];
}
