import type { ModelConfig } from '../model/protocol';
import { layerInput } from './dataflow/graph';
import { type ViewId, viewOf } from './views';

export type PartId =
  | 'x'
  | 'norm-1'
  | 'query'
  | 'key'
  | 'value'
  | 'scores'
  | 'weights'
  | 'heads'
  | 'output'
  | 'middle'
  | 'norm-2'
  | 'hidden'
  | 'compressed'
  | 'end'
  | 'output-norm';

/** A tensor on the way through the encoder, as the map and the picture of the block show it. */
export interface Part {
  readonly id: PartId;
  /** One short line or two. */
  readonly name: readonly string[];
  /** Name in the trace. */
  readonly tensor: string;
  readonly role: 'query' | 'key' | 'value' | 'weight' | 'residual' | 'norm' | 'feed-forward';
  /** The step of the timeline in which it comes about. */
  readonly step: ViewId;
  /** The part that is added in front of it, by the residual path. */
  readonly adds?: PartId;
}

type Sublayer = 'attention' | 'feedForward';

function part(
  id: PartId,
  tensor: string,
  role: Part['role'],
  step: ViewId,
  ...name: string[]
): Part {
  return { id, tensor, role, step, name };
}

/** What layer l reads; behind the last layer, what it hands on. */
export function inputPart(config: ModelConfig, layer: number): Part {
  const step = layer === 0 ? 'position' : 'stack';
  return part('x', layerInput(config, layer), 'residual', step, 'input');
}

/** The norm behind the last layer of a pre-norm stack; a post-norm one has its last norm inside. */
export function outputNorm(config: ModelConfig): Part | null {
  if (config.norm_order === 'post') return null;
  return part('output-norm', 'output', 'norm', 'feed-forward-norm', 'last', 'norm');
}

function attentionParts(a: string): readonly Part[] {
  return [
    part('query', `${a}.query`, 'query', 'projections', 'query'),
    part('key', `${a}.key`, 'key', 'projections', 'key'),
    part('value', `${a}.value`, 'value', 'projections', 'value'),
    part('scores', `${a}.scores`, 'weight', 'scores', 'scores'),
    part('weights', `${a}.weights`, 'weight', 'softmax', 'weights'),
    part('heads', `${a}.heads`, 'value', 'concat', 'all', 'heads'),
    part('output', `${a}.output`, 'residual', 'output', 'output'),
  ];
}

function feedForwardParts(f: string): readonly Part[] {
  return [
    part('hidden', `${f}.activated`, 'feed-forward', 'activate', 'expand', '& activate'),
    part('compressed', `${f}.output`, 'feed-forward', 'compress', 'compress'),
  ];
}

/** What stands at a sublayer's end, and where the residual path that is added there begins. */
const sums = {
  attention: { id: 'middle', step: 'attention-norm', adds: 'x' },
  feedForward: { id: 'end', step: 'feed-forward-norm', adds: 'middle' },
} as const;

/** The sum, and at once its norm: a post-norm sublayer ends so. */
function addAndNorm(of: Sublayer, name: string): Part {
  const { id, step, adds } = sums[of];
  return { ...part(id, `${name}.norm`, 'norm', step, 'add', '& norm'), adds };
}

function add(of: Sublayer, name: string): Part {
  const { id, step, adds } = sums[of];
  return { ...part(id, `${name}.residual`, 'residual', step, 'add'), adds };
}

/** Whether a view on the stage shows how a part comes about. */
export function isUnfolded({ id }: Part, view: string): boolean {
  return viewOf(view)?.unfoldsParts?.includes(id) ?? false;
}

/** The two sublayers of a layer, each with its parts in the order in which they are computed. */
export function sublayers(
  config: ModelConfig,
  layer: number,
): readonly [attention: readonly Part[], feedForward: readonly Part[]] {
  const a = `layers.${layer}.attention`;
  const f = `layers.${layer}.feedForward`;
  if (config.norm_order === 'post') {
    return [
      [...attentionParts(a), addAndNorm('attention', a)],
      [...feedForwardParts(f), addAndNorm('feedForward', f)],
    ];
  }
  const norm = (id: PartId, of: string, step: ViewId) =>
    part(id, `${of}.norm`, 'norm', step, 'norm');
  return [
    [norm('norm-1', a, 'projections'), ...attentionParts(a), add('attention', a)],
    [norm('norm-2', f, 'attention-norm'), ...feedForwardParts(f), add('feedForward', f)],
  ];
}
