import type { ModelConfig, Run } from '../../model/protocol';
import { later, msg } from '../../words/msg';
import { plain } from '../format';
import {
  type Numbered,
  type Option,
  type OptionKey,
  optionEntries,
  optionNamed,
  type options,
  ownValue as ownValueOf,
} from '../options';
import { optionOf, parseOptions, withOption } from './run-text';

/** Of the text as a whole, of the layer at hand, or of all layers. */
export type Scope = 'text' | 'layer' | 'all';

type Switched = {
  [Key in OptionKey]: (typeof options)[Key] extends { switch: unknown } ? Key : never;
}[OptionKey];

export type SwitchId = Exclude<Switched, 'layer'> | 'layers' | 'heads' | 'feed-forward';

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
  /** What it is set to where its part is left out; undefined where it has none. */
  readonly without: string | undefined;
  readonly number?: Numbered | undefined;
  /** The option that it sets; undefined where it sets cells to 0 instead. */
  readonly option?: OptionKey;
  /** Those cells of a layer: of the whole part, or head by head. */
  cells?(config: ModelConfig, layer: number): readonly string[];
}

const scopesIn: Readonly<Record<Option['of'], readonly Scope[]>> = {
  text: ['text'],
  layers: ['layer', 'all'],
  layer: ['layer'],
};

const ofOptions = optionEntries.flatMap(([option, { of, values, switch: own }]): Switch[] => {
  if (!own) return [];
  return [
    {
      id: option === 'layer' ? 'layers' : (option as Exclude<Switched, 'layer'>),
      title: own.title,
      kind: own.number ? 'number' : of === 'layer' ? 'toggles' : 'values',
      scopes: scopesIn[of],
      values: Object.entries(values).flatMap(([value, [, name]]) =>
        name === undefined ? [] : [{ value, name }],
      ),
      without: own.without,
      number: own.number,
      option,
    },
  ];
});

/** The tensors' cells that are 0 where a head is muted, or a feed-forward network is left out. */
export function headRegion(config: ModelConfig, layer: number, head: number): string {
  const dK = config.hidden_size / config.num_attention_heads;
  return `layers.${layer}.attention.heads[:,${dK * head}:${dK * (head + 1)}]`;
}

const headsOf = ({ num_attention_heads: heads }: ModelConfig): readonly number[] =>
  Array.from({ length: heads }, (_, head) => head);

const parts: readonly Switch[] = [
  {
    ...{ id: 'heads', title: later('heads'), kind: 'toggles', without: 'off' },
    ...{ scopes: scopesIn.layer, values: [] },
    cells: (config, layer) => headsOf(config).map((head) => headRegion(config, layer, head)),
  },
  {
    ...{ id: 'feed-forward', title: later('feed-forward'), kind: 'values', without: 'off' },
    scopes: scopesIn.layers,
    values: [
      { value: 'on', name: later('on') },
      { value: 'off', name: later('off') },
    ],
    cells: (_, layer) => [`layers.${layer}.feedForward.output`],
  },
];

/** All switches, in the order of computation; the last one skips whole layers. */
export const switches: readonly Switch[] = [
  ...ofOptions.slice(0, -1),
  ...parts,
  ...ofOptions.slice(-1),
];

export const switchOf = (id: string): Switch | undefined => switches.find((each) => each.id === id);

export const layersOf = (config: ModelConfig): readonly number[] =>
  Array.from({ length: config.num_hidden_layers }, (_, layer) => layer);

const isOff = ({ changes }: Run, region: string): boolean => changes.includes(`${region}=0`);

/** The run with cells at 0, or as they come. */
function withOff(run: Run, region: string, off: boolean): Run {
  const others = run.changes.filter((change) => change !== `${region}=0`);
  return { ...run, changes: off ? [...others, `${region}=0`] : others };
}

/** What a switch is set to in the model itself. */
function ownValue({ option }: Switch, config: ModelConfig): string {
  const own = optionNamed(option ?? '');
  return own ? ownValueOf(own, config) : 'on';
}

const switchFor = (id: SwitchId): Switch => switchOf(id) as Switch;

/** The values that a model can have: positions are added where it has vectors of them. */
export const valuesFor = (of: Switch, config: ModelConfig) =>
  of.id === 'positions' && ownValue(of, config) !== 'on' ? of.values.slice(1) : of.values;

/** Those of them whose outcomes the module at hand can tell; the others would have another loaded. */
export function toldValues(of: Switch, run: Run, config: ModelConfig) {
  const elsewhere = optionNamed(of.option ?? '')?.elsewhere ?? [];
  return elsewhere.includes(valueAt(run, of.id, 0, config))
    ? valuesFor(of, config)
    : valuesFor(of, config).filter(({ value }) => !elsewhere.includes(value));
}

/** A number as an option writes it: words for the model's own and for what is off. */
export function numberValue(id: SwitchId, number: number, config: ModelConfig): string {
  const { axis, off } = switchFor(id).number as Numbered;
  if (Math.abs(number - axis(config).own) < 1e-9) return 'on';
  return Math.abs(number - off) < 1e-9 ? 'off' : String(Number(number.toPrecision(4)));
}

/** The divisor or the gain that a value stands for. */
export function numberOf(id: SwitchId, value: string, config: ModelConfig): number {
  const { axis, off } = switchFor(id).number as Numbered;
  if (value === 'on') return axis(config).own;
  if (value === 'off') return off;
  const number = Number(value);
  return Number.isFinite(number) ? number : 1;
}

/** What a switch is set to, in a layer. */
export function valueAt(run: Run, id: SwitchId, layer: number, config: ModelConfig): string {
  const of = switchFor(id);
  const { structure } = run;
  if (of.option)
    return (
      optionOf(structure, of.option, layer) ??
      optionOf(structure, of.option) ??
      ownValue(of, config)
    );
  return of.cells?.(config, layer).every((region) => isOff(run, region)) ? 'off' : 'on';
}

/** The structure without an option, of any scope. */
const withoutOption = (structure: string, key: string): string =>
  parseOptions(structure)
    .filter((option) => option.key === key)
    .reduce((text, { layer }) => withOption(text, key, null, layer), structure);

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
  const of = switchFor(id);
  const { option } = of;
  if (!option)
    return (scope === 'all' ? layersOf(config) : [layer])
      .flatMap((l) => of.cells?.(config, l) ?? [])
      .reduce((next, region) => withOff(next, region, value === 'off'), run);
  const own = ownValue(of, config);
  const at = scope === 'layer' ? layer : null;
  const others = at === null ? withoutOption(run.structure, option) : run.structure;
  const elsewhere = (at === null ? undefined : optionOf(others, option)) ?? own;
  const structure = withOption(others, option, value === elsewhere ? null : value, at);
  return { ...run, structure };
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
  const { option, cells } = switchFor(id);
  if (option) return { ...run, structure: withoutOption(run.structure, option) };
  return layersOf(config)
    .flatMap((layer) => cells?.(config, layer) ?? [])
    .reduce((next, region) => withOff(next, region, false), run);
}

/** The scope that a switch has been set in; null where it has not. */
export function scopeOf(run: Run, id: SwitchId): Scope | null {
  const { option } = switchFor(id);
  const set = parseOptions(run.structure).filter(({ key }) => key === option);
  if (set.some(({ layer }) => layer === null)) return 'all';
  return set.length > 0 ? 'layer' : null;
}

function valueName({ id, values: known, number }: Switch, value: string, config: ModelConfig) {
  return number
    ? `${number.sign} ${plain(numberOf(id, value, config))}`
    : msg(known.find((each) => each.value === value)?.name ?? value);
}

const countText = (on: number, of: number): string => msg`${on} of ${of}`;

/** What a switch is set to, in a few words. */
export function settingOf(run: Run, of: Switch, config: ModelConfig): string {
  const layers = layersOf(config);
  if (of.id === 'heads') {
    const regions = layers.flatMap((layer) => of.cells?.(config, layer) ?? []);
    return countText(regions.filter((region) => !isOff(run, region)).length, regions.length);
  }
  const values = layers.map((layer) => valueAt(run, of.id, layer, config));
  if (of.kind === 'toggles')
    return countText(values.filter((value) => value === 'on').length, layers.length);
  const own = ownValue(of, config);
  const [first = own] = values;
  if (values.every((value) => value === first)) return valueName(of, first, config);
  const changed = layers.filter((layer) => values[layer] !== own);
  const [only] = changed;
  return changed.length === 1 && only !== undefined
    ? msg`${valueName(of, values[only] ?? own, config)} in layer ${only + 1}`
    : msg`layers differ`;
}

/** Whether a switch makes the run another one. */
export const isSwitched = (run: Run, id: SwitchId, config: ModelConfig): boolean => {
  const bare = withoutSwitch(run, id, config);
  return bare.structure !== run.structure || bare.changes.length !== run.changes.length;
};
