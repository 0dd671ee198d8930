import { later, msg } from '../words/msg';
import { formulaOf, type Graph } from './dataflow/graph';
import type { PartId, Role } from './dataflow/node';
import { viewOf } from './views';

/** A tensor on the way through the encoder, as the map and the picture of the block show it. */
export interface Part {
  readonly id: PartId;
  /** One short line or two, as messages. */
  readonly name: readonly string[];
  /** Name in the trace. */
  readonly tensor: string;
  readonly role: Role;
  /** The step of the timeline in which it comes about. */
  readonly step: string;
  /** The part that is added in front of it, by the residual connection. */
  readonly adds?: PartId;
}

type SublayerName = 'attention' | 'feedForward';

function part(
  id: PartId,
  tensor: string,
  role: Part['role'],
  step: string,
  ...name: string[]
): Part {
  return { id, tensor, role, step, name };
}

/** The lines of a part's name. */
export const partLines = ({ name }: Part): readonly string[] => name.map((line) => msg(line));

/** What layer l reads; behind the last layer, what it passes on. */
export function inputPart({ layerInputs }: Graph, layer: number): Part {
  const step = layer === 0 ? 'position' : 'stack';
  return part('x', layerInputs[layer] ?? '', 'residual', step, later('input'));
}

/** The norm after the last layer; null where the last layer's output is final. */
export function outputNorm({ tensors }: Graph): Part | null {
  if (tensors.get('output')?.formula.kind !== 'norm') return null;
  return part('output-norm', 'output', 'norm', 'feed-forward-norm', later('last'), later('norm'));
}

function attentionParts(a: string): readonly Part[] {
  return [
    part('query', `${a}.query`, 'query', 'projections', later('query')),
    part('key', `${a}.key`, 'key', 'projections', later('key')),
    part('value', `${a}.value`, 'value', 'projections', later('value')),
    part('scores', `${a}.scores`, 'weight', 'scores', later('scores')),
    part('weights', `${a}.weights`, 'weight', 'softmax', later('weights')),
    part('heads', `${a}.heads`, 'value', 'concat', later('all'), later('heads')),
    part('output', `${a}.output`, 'residual', 'output', later('output')),
  ];
}

function feedForwardParts(f: string): readonly Part[] {
  return [
    part(
      'hidden',
      `${f}.activated`,
      'feed-forward',
      'activate',
      later('expand'),
      later('& activate'),
    ),
    part('compressed', `${f}.output`, 'feed-forward', 'compress', later('compress')),
  ];
}

/** What is at a sublayer's end, and where the residual connection that is added there begins. */
const ends = {
  attention: { id: 'middle', step: 'attention-norm', adds: 'x' },
  feedForward: { id: 'end', step: 'feed-forward-norm', adds: 'middle' },
} as const;

/** The norm in front of a sublayer: its part's name and the step that shows it. */
const norms = {
  attention: { id: 'norm-1', step: 'projections' },
  feedForward: { id: 'norm-2', step: 'attention-norm' },
} as const;

/** The residual sum, the norm of it, or both in one part. */
function endOf({ tensors }: Graph, of: SublayerName, name: string): readonly Part[] {
  const { id, step, adds } = ends[of];
  const added = tensors.get(`${name}.residual`)?.formula.kind === 'sum';
  const norm = tensors.get(`${name}.norm`)?.formula;
  const normed = norm?.kind === 'norm' && norm.x === `${name}.residual`;
  const path = added ? { adds } : {};
  if (normed) {
    const title = added ? [later('add'), later('& norm')] : [later('norm')];
    return [{ ...part(id, `${name}.norm`, 'norm', step, ...title), ...path }];
  }
  const title = added ? later('add') : later('out');
  return [{ ...part(id, `${name}.residual`, 'residual', step, title), ...path }];
}

/** The norm that a sublayer begins with, where it begins with one. */
function normFirst(graph: Graph, of: SublayerName, name: string, first: string): readonly Part[] {
  const { id, step } = norms[of];
  const { x } = formulaOf(graph, `${name}.${first}`, 'linear');
  return x === `${name}.norm` ? [part(id, x, 'norm', step, later('norm'))] : [];
}

/** Whether a view on the stage shows how a part comes about. */
export function isUnfolded({ id }: Part, view: string): boolean {
  return viewOf(view)?.unfoldsParts?.includes(id) ?? false;
}

/** The two sublayers of a layer, each with its parts in the order in which they are computed. */
export function sublayers(
  graph: Graph,
  layer: number,
): readonly [attention: readonly Part[], feedForward: readonly Part[]] {
  const a = `layers.${layer}.attention`;
  const f = `layers.${layer}.feedForward`;
  return [
    [
      ...normFirst(graph, 'attention', a, 'query'),
      ...attentionParts(a),
      ...endOf(graph, 'attention', a),
    ],
    [
      ...normFirst(graph, 'feedForward', f, 'hidden'),
      ...feedForwardParts(f),
      ...endOf(graph, 'feedForward', f),
    ],
  ];
}
