import type { ModelConfig, Run } from '../../model/protocol';
import { later, msg } from '../../words/msg';
import { activations } from '../dataflow/activations';
import { structureOf } from '../dataflow/structure';
import { plain } from '../format';
import { trainedDivisor } from './option-words';
import { optionOf, parseOptions, withOption } from './run-text';

/** Of the text as a whole, of the layer at hand, or of all layers. */
export type Scope = 'text' | 'layer' | 'all';

export type SwitchId =
  | 'positions'
  | 'scale'
  | 'residual'
  | 'norm'
  | 'activation'
  | 'mask'
  | 'heads'
  | 'feed-forward'
  | 'layers';

/** A value that a switch can have, as the core writes it, and what it is called. */
export interface SwitchValue {
  readonly value: string;
  readonly name: string;
}

export interface Switch {
  readonly id: SwitchId;
  readonly title: string;
  /** A few values; a number on an axis; or one toggle for each head or layer. */
  readonly kind: 'values' | 'number' | 'toggles';
  readonly scopes: readonly Scope[];
  readonly values: readonly SwitchValue[];
}

const named = (...pairs: readonly (readonly [value: string, name: string])[]) =>
  pairs.map(([value, name]) => ({ value, name }));

const onOff = named(['on', later('on')], ['off', later('off')]);

const values = (
  id: SwitchId,
  title: string,
  scopes: readonly Scope[],
  of: readonly SwitchValue[],
): Switch => ({ id, title, kind: 'values', scopes, values: of });

const ofLayers: readonly Scope[] = ['layer', 'all'];

/** Positions that are in the scores, which the page's own module leaves out. */
const inScores = named(['rotary', later('rotary')], ['alibi', 'ALiBi']);

/** All switches, in the order of computation. */
export const switches: readonly Switch[] = [
  values('positions', later('positions'), ['text'], [...onOff, ...inScores]),
  { id: 'scale', title: '÷ √d_k', kind: 'number', scopes: ofLayers, values: [] },
  { id: 'residual', title: later('residual path'), kind: 'number', scopes: ofLayers, values: [] },
  values(
    'norm',
    'LayerNorm',
    ['text'],
    named(['none', later('none')], ['pre', later('before')], ['post', later('after')]),
  ),
  values(
    'activation',
    later('activation'),
    ofLayers,
    (['relu', 'gelu', 'silu', 'none'] as const).map((value) => ({
      value,
      name: value === 'none' ? later('none') : activations[value].name,
    })),
  ),
  values(
    'mask',
    later('mask'),
    ['text'],
    named(['none', later('none')], ['padding', later('padding')], ['causal', later('causal')]),
  ),
  { id: 'heads', title: later('heads'), kind: 'toggles', scopes: ['layer'], values: onOff },
  values('feed-forward', later('feed-forward'), ofLayers, onOff),
  { id: 'layers', title: later('layers'), kind: 'toggles', scopes: ['layer'], values: onOff },
];

export const switchOf = (id: string): Switch | undefined => switches.find((each) => each.id === id);

const layersOf = (config: ModelConfig): readonly number[] =>
  Array.from({ length: config.num_hidden_layers }, (_, layer) => layer);

/** The tensors' cells that are 0 where a head is muted, or a feed-forward part is left out. */
export function headRegion(config: ModelConfig, layer: number, head: number): string {
  const dK = config.hidden_size / config.num_attention_heads;
  return `layers.${layer}.attention.heads[:,${dK * head}:${dK * (head + 1)}]`;
}

const feedForwardRegion = (layer: number): string => `layers.${layer}.feedForward.output`;

const isOff = ({ changes }: Run, region: string): boolean => changes.includes(`${region}=0`);

/** The run with cells at 0, or as they come. */
function withOff(run: Run, region: string, off: boolean): Run {
  const others = run.changes.filter((change) => change !== `${region}=0`);
  return { ...run, changes: off ? [...others, `${region}=0`] : others };
}

/** The model's own value of an option. */
const ownValue = (id: SwitchId, config: ModelConfig): string =>
  id === 'layers' ? 'on' : String(structureOf(config)[id as keyof ReturnType<typeof structureOf>]);

/** The values that a model can have: positions are added where it has vectors of them. */
export const valuesFor = ({ id, values: all }: Switch, config: ModelConfig) =>
  id === 'positions' && ownValue(id, config) !== 'on' ? all.slice(1) : all;

/** Those of them whose outcomes the module at hand can tell; the others would have another loaded. */
export const toldValues = (of: Switch, run: Run, config: ModelConfig) =>
  inScores.some(({ value }) => value === valueAt(run, of.id, 0, config))
    ? valuesFor(of, config)
    : valuesFor(of, config).filter((each) => !inScores.includes(each));

/** A number as an option writes it: words for the model's own and for what is off. */
export function numberValue(id: SwitchId, number: number, config: ModelConfig): string {
  const [own, off] = id === 'scale' ? [trainedDivisor(config), 1] : [1, 0];
  if (Math.abs(number - own) < 1e-9) return 'on';
  return Math.abs(number - off) < 1e-9 ? 'off' : String(Number(number.toPrecision(4)));
}

/** The divisor or the gain that a value stands for. */
export function numberOf(id: SwitchId, value: string, config: ModelConfig): number {
  if (value === 'on') return id === 'scale' ? trainedDivisor(config) : 1;
  if (value === 'off') return id === 'scale' ? 1 : 0;
  const number = Number(value);
  return Number.isFinite(number) ? number : 1;
}

/** What a switch is set to, in a layer. */
export function valueAt(run: Run, id: SwitchId, layer: number, config: ModelConfig): string {
  if (id === 'feed-forward') return isOff(run, feedForwardRegion(layer)) ? 'off' : 'on';
  if (id === 'layers') return optionOf(run.structure, 'layer', layer) ?? 'on';
  const { structure } = run;
  return optionOf(structure, id, layer) ?? optionOf(structure, id) ?? ownValue(id, config);
}

/** The structure without an option, of any scope. */
const withoutOption = (structure: string, key: string): string =>
  parseOptions(structure)
    .filter((option) => option.key === key)
    .reduce((text, { layer }) => withOption(text, key, null, layer), structure);

function withStructure(run: Run, id: SwitchId, value: string, at: number | null, own: string): Run {
  if (at === null) {
    const bare = withoutOption(run.structure, id);
    return { ...run, structure: value === own ? bare : withOption(bare, id, value) };
  }
  const elsewhere = optionOf(run.structure, id) ?? own;
  return {
    ...run,
    structure: withOption(run.structure, id, value === elsewhere ? null : value, at),
  };
}

/** Where a switch is to be set: in a scope, and of layers from that one. */
export interface SwitchPlace {
  readonly scope: Scope;
  readonly layer: number;
}

/** The run with a switch set. */
export function withSwitch(
  run: Run,
  id: SwitchId,
  value: string,
  { scope, layer }: SwitchPlace,
  config: ModelConfig,
): Run {
  if (id === 'layers')
    return {
      ...run,
      structure: withOption(run.structure, 'layer', value === 'on' ? null : value, layer),
    };
  if (id === 'feed-forward') {
    const layers = scope === 'all' ? layersOf(config) : [layer];
    return layers.reduce((next, l) => withOff(next, feedForwardRegion(l), value === 'off'), run);
  }
  return withStructure(run, id, value, scope === 'layer' ? layer : null, ownValue(id, config));
}

export const isMuted = (run: Run, layer: number, head: number, config: ModelConfig): boolean =>
  isOff(run, headRegion(config, layer, head));

/** The run with a head muted, or heard again. */
export const withHeadMuted = (
  run: Run,
  layer: number,
  head: number,
  muted: boolean,
  config: ModelConfig,
): Run => withOff(run, headRegion(config, layer, head), muted);

/** The run without anything that a switch has set. */
export function withoutSwitch(run: Run, id: SwitchId, config: ModelConfig): Run {
  if (id === 'heads' || id === 'feed-forward') {
    const heads = Array.from({ length: config.num_attention_heads }, (_, head) => head);
    return layersOf(config)
      .flatMap((l) =>
        id === 'heads' ? heads.map((h) => headRegion(config, l, h)) : [feedForwardRegion(l)],
      )
      .reduce((next, region) => withOff(next, region, false), run);
  }
  return { ...run, structure: withoutOption(run.structure, id === 'layers' ? 'layer' : id) };
}

/** The scope that a switch has been set in; null where it has not. */
export function scopeOf(run: Run, id: SwitchId): Scope | null {
  if (optionOf(run.structure, id) !== undefined) return 'all';
  return parseOptions(run.structure).some(({ key }) => key === id) ? 'layer' : null;
}

function valueName({ id, values: known }: Switch, value: string, config: ModelConfig): string {
  if (id === 'scale') return `÷ ${plain(numberOf(id, value, config))}`;
  if (id === 'residual') return `× ${plain(numberOf(id, value, config))}`;
  return msg(known.find((each) => each.value === value)?.name ?? value);
}

const countText = (on: number, of: number): string => msg`${on} of ${of}`;

/** What a switch is set to, in a few words. */
export function settingOf(run: Run, of: Switch, config: ModelConfig): string {
  const layers = layersOf(config);
  const heads = config.num_attention_heads;
  if (of.id === 'heads') {
    const muted = layers.flatMap((l) =>
      Array.from({ length: heads }, (_, h) => isMuted(run, l, h, config)).filter(Boolean),
    );
    return countText(layers.length * heads - muted.length, layers.length * heads);
  }
  const found = layers.map((l) => valueAt(run, of.id, l, config));
  if (of.id === 'layers')
    return countText(found.filter((value) => value === 'on').length, layers.length);
  const own = of.id === 'feed-forward' ? 'on' : ownValue(of.id, config);
  const [first = own] = found;
  if (found.every((value) => value === first)) return valueName(of, first, config);
  const changed = layers.filter((l) => found[l] !== own);
  const [only] = changed;
  return changed.length === 1 && only !== undefined
    ? msg`${valueName(of, found[only] ?? own, config)} in layer ${only + 1}`
    : msg`layers differ`;
}

/** Whether a switch makes the run another one. */
export const isSwitched = (run: Run, id: SwitchId, config: ModelConfig): boolean => {
  const bare = withoutSwitch(run, id, config);
  return bare.structure !== run.structure || bare.changes.length !== run.changes.length;
};
