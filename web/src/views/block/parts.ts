import type { Role } from '../../render/color';
import { layerInput } from '../../state/dataflow/graph';
import type { Matter } from '../steps/matter';

/** A tensor on the way through the block, in the order in which the block computes. */
export interface BlockPart {
  readonly id: string;
  readonly tensor: string;
  readonly role: Role;
  /** Under the picture: one short line or two. */
  readonly name: readonly string[];
  /** The step of the timeline in which it comes about; pressing the picture goes there. */
  readonly step: string;
  /** Where the residual path that is added in front of it begins. */
  readonly adds?: string;
}

function part(id: string, tensor: string, role: Role, step: string, ...name: string[]): BlockPart {
  return { id, tensor, role, step, name };
}

function attentionParts(a: string): readonly BlockPart[] {
  return [
    part('query', `${a}.query`, 'query', 'projections', 'query'),
    part('key', `${a}.key`, 'key', 'projections', 'key'),
    part('value', `${a}.value`, 'value', 'projections', 'value'),
    part('weights', `${a}.weights`, 'weight', 'softmax', 'weights'),
    part('heads', `${a}.heads`, 'value', 'concat', 'all', 'heads'),
    part('output', `${a}.output`, 'residual', 'output', 'output'),
  ];
}

function feedForwardParts(f: string): readonly BlockPart[] {
  return [
    part('hidden', `${f}.activated`, 'feed-forward', 'activate', 'expand', '& activate'),
    part('compressed', `${f}.output`, 'feed-forward', 'compress', 'compress'),
  ];
}

function postNorm(x: BlockPart, a: string, f: string): readonly BlockPart[] {
  const norm = (id: string, of: string, step: string, adds: string): BlockPart => ({
    ...part(id, `${of}.norm`, 'norm', step, 'add', '& norm'),
    adds,
  });
  return [
    x,
    ...attentionParts(a),
    norm('middle', a, 'attention-norm', 'x'),
    ...feedForwardParts(f),
    norm('end', f, 'feed-forward-norm', 'middle'),
  ];
}

function preNorm(x: BlockPart, a: string, f: string): readonly BlockPart[] {
  const sum = (id: string, of: string, step: string, adds: string): BlockPart => ({
    ...part(id, `${of}.residual`, 'residual', step, 'add'),
    adds,
  });
  return [
    x,
    part('norm-1', `${a}.norm`, 'norm', 'projections', 'norm'),
    ...attentionParts(a),
    sum('middle', a, 'attention-norm', 'x'),
    part('norm-2', `${f}.norm`, 'norm', 'attention-norm', 'norm'),
    ...feedForwardParts(f),
    sum('end', f, 'feed-forward-norm', 'middle'),
  ];
}

/** The tensors of the chosen layer as its order of norms has them, its input first. */
export function blockParts(m: Matter): readonly BlockPart[] {
  const { config } = m.model;
  const a = `layers.${m.layer}.attention`;
  const f = `layers.${m.layer}.feedForward`;
  const step = m.layer === 0 ? 'position' : 'stack';
  const x = part('x', layerInput(config, m.layer), 'residual', step, 'input');
  return config.norm_order === 'post' ? postNorm(x, a, f) : preNorm(x, a, f);
}

/** Which parts a part is computed from, other than by the residual path. */
export function sourcesOf(parts: readonly BlockPart[], id: string): readonly string[] {
  if (id === 'weights') return ['query', 'key'];
  if (id === 'heads') return ['weights', 'value'];
  const order = parts.map((each) => each.id).filter((each) => each !== 'key' && each !== 'value');
  if (id === 'key' || id === 'value') return sourcesOf(parts, 'query');
  const before = order[order.indexOf(id) - 1];
  return before === undefined ? [] : [before];
}
