import type { Run } from '../../model/protocol';
import { msg } from '../../words/msg';
import { type Cell, isGradient, range } from '../dataflow/cell';
import { type Context, split } from '../dataflow/naming';
import { type Change, changeText, optionOf, parseChange, regionOf, withOption } from './run-text';

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

/** What the reader's hand does to numbers. */
export type Hand =
  | { readonly kind: 'mute' }
  /** In place of what was done before; 1 is as it was. */
  | { readonly kind: 'gain'; readonly gain: number }
  /** On top of what was done before. */
  | { readonly kind: 'times'; readonly by: number }
  /** So much more or less of it than there is. */
  | { readonly kind: 'more'; readonly by: number }
  | { readonly kind: 'set'; readonly value: number }
  /** As it was. */
  | { readonly kind: 'restore' };

/** What is done at once, whatever there was before. */
type Done = Exclude<Hand, { readonly kind: 'more' }>;

/** What the hand is on. */
export type Target =
  /** A number; without a scope, in the one that is in effect, or else the narrowest. */
  | { readonly kind: 'cell'; readonly cell: Cell; readonly scope?: ScopeId }
  /** What one head passes on. */
  | { readonly kind: 'head'; readonly layer: number; readonly head: number }
  /** A whole tensor, as what a sublayer passes on. */
  | { readonly kind: 'tensor'; readonly name: string }
  /** A part of the encoder that a structure's option scales or leaves out. */
  | { readonly kind: 'option'; readonly key: 'residual' | 'layer'; readonly layer: number };

/** As the core reads it, with at most six digits. */
const numeral = (x: number): string => String(Number(x.toPrecision(6)));

const setTo = (region: string, value: number): Change => ({
  ...{ region, operation: '=', value: numeral(value) },
});

const scaled = (region: string, gain: number): Change | null =>
  gain === 1 ? null : { region, operation: '*=', value: numeral(gain) };

/** A change and a factor on top of it. */
function times(region: string, before: Change | undefined, by: number): Change | null {
  if (before?.operation === '=') {
    const value = before.value
      .split(',')
      .map((x) => numeral(Number(x) * by))
      .join();
    return { ...before, value };
  }
  return scaled(region, Number(before?.value ?? 1) * by);
}

/** What the hand makes of a region; null: nothing. */
function changeOf(region: string, before: Change | undefined, hand: Done): Change | null {
  switch (hand.kind) {
    case 'mute':
      return setTo(region, 0);
    case 'gain':
      return hand.gain === 0 ? setTo(region, 0) : scaled(region, hand.gain);
    case 'times':
      return times(region, before, hand.by);
    case 'set':
      return setTo(region, hand.value);
    case 'restore':
      return null;
  }
}

/** Changes whose place another takes: those of the same region, but not what was added to it. */
const isOf = (regions: readonly string[]) => (text: string) => {
  const change = parseChange(text);
  return change !== undefined && change.operation !== '+=' && regions.includes(change.region);
};

/** The widest scope of which every region has been changed; null where none has. */
export function scopeInEffect(scopes: readonly Scope[], { changes }: Run): Scope | null {
  const changed = (region: string) => changes.some(isOf([region]));
  return scopes.findLast(({ regions }) => regions.every(changed)) ?? null;
}

/** The regions that the hand is on, and all that it gives up where another scope was in effect. */
function reachOf(target: Target, run: Run, context: Context) {
  if (target.kind !== 'cell') {
    const regions = regionsOf(target, context);
    return { regions, given: regions };
  }
  const scopes = scopesOf(target.cell, context);
  const wanted = scopes.find(({ id }) => id === target.scope) ?? scopeInEffect(scopes, run);
  const { regions = [] } = wanted ?? scopes[0] ?? {};
  return { regions, given: scopes.flatMap((scope) => scope.regions) };
}

function regionsOf(target: Target, { dModel, heads }: Context): readonly string[] {
  if (target.kind === 'tensor') return [target.name];
  if (target.kind !== 'head') return [];
  const dK = dModel / heads;
  const part = `${target.head * dK}:${(target.head + 1) * dK}`;
  return [regionOf(`layers.${target.layer}.attention.heads`, [':', part])];
}

/** The option's value, as a gain: "off" is 0, "on" is 1. */
export function gainOfOption(run: Run, key: string, layer: number): number {
  const text = optionOf(run.structure, key, layer) ?? optionOf(run.structure, key) ?? 'on';
  const gain = text === 'off' ? 0 : Number(text);
  return Number.isFinite(gain) ? gain : 1;
}

function withGain(run: Run, { key, layer }: Target & { kind: 'option' }, hand: Done): Run {
  const before = gainOfOption(run, key, layer);
  const gains: Readonly<Record<Done['kind'], () => number>> = {
    mute: () => 0,
    gain: () => (hand.kind === 'gain' ? hand.gain : 1),
    times: () => before * (hand.kind === 'times' ? hand.by : 1),
    set: () => (hand.kind === 'set' ? hand.value : 1),
    restore: () => 1,
  };
  const wanted = Math.max(0, gains[hand.kind]());
  const gain = key === 'layer' ? Number(wanted >= 0.5) : wanted;
  const own = withOption(run.structure, key, null, layer);
  const isOwn = gain === gainOfOption({ ...run, structure: own }, key, layer);
  const text = gain === 0 ? 'off' : gain === 1 ? 'on' : numeral(gain);
  return { ...run, structure: isOwn ? own : withOption(own, key, text, layer) };
}

/** A run that the reader's hand has changed. */
export function handled(run: Run, target: Target, hand: Hand, context: Context): Run {
  if (hand.kind === 'more') {
    const gain = (gainOf(run, target, context) ?? 1) + hand.by;
    return handled(
      run,
      target,
      { kind: 'gain', gain: Math.max(0, Number(gain.toFixed(3))) },
      context,
    );
  }
  if (target.kind === 'option') return withGain(run, target, hand);
  const { regions, given } = reachOf(target, run, context);
  const made = regions.flatMap((region) => {
    const before = run.changes.map(parseChange).find((each) => each?.region === region);
    const change = changeOf(region, before, hand);
    return change ? [changeText(change)] : [];
  });
  return { ...run, changes: [...run.changes.filter((text) => !isOf(given)(text)), ...made] };
}

/** What a target is scaled by: 0 where it is muted; null where it is set to something else. */
export function gainOf(run: Run, target: Target, context: Context): number | null {
  if (target.kind === 'option') return gainOfOption(run, target.key, target.layer);
  const { regions } = reachOf(target, run, context);
  const change = run.changes.map(parseChange).findLast((each) => each?.region === regions[0]);
  if (!change) return 1;
  if (change.operation === '*=') return Number(change.value);
  return change.operation === '=' && Number(change.value) === 0 ? 0 : null;
}
