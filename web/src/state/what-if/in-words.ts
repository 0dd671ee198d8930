import type { ModelConfig, Run } from '../../model/protocol';
import { later, msg } from '../../words/msg';
import { type Context, nameOf, split } from '../dataflow/naming';
import { plain } from '../format';
import { optionNamed, optionWords } from '../options';
import type { State } from '../state';
import { contextOf } from '../why';
import { wordName } from '../word-names';
import { placeName } from './copy-map';
import {
  type Change,
  cellOf,
  isAll,
  isCopy,
  onlyIndex,
  parseChange,
  parseOptions,
  parseRegion,
  type Range,
  type Region,
  type RunOption,
} from './run-text';

/** A change in words; where it is the same in several layers, those layers. */
interface Said {
  readonly what: string;
  /** Counted from 0; null where the words say the place, or there is none. */
  readonly layers: readonly number[] | null;
}

export interface Words {
  readonly config: ModelConfig;
  readonly context: Context;
}

const allLayers = ({ num_hidden_layers: layers }: ModelConfig): readonly number[] =>
  Array.from({ length: layers }, (_, layer) => layer);

function ofOption({ key, layer, value }: RunOption, config: ModelConfig): Said {
  if (key === 'layer' && layer !== null && value === 'off')
    return { what: msg`layer ${layer + 1} skipped`, layers: null };
  const what = optionWords(key, value, config);
  const isOfLayers = optionNamed(key)?.of !== 'text';
  if (what === undefined || (layer !== null && !isOfLayers)) {
    const place = layer === null ? '' : `@${layer}`;
    return { what: `${key}${place}=${value}`, layers: null };
  }
  if (layer !== null) return { what, layers: [layer] };
  return { what, layers: isOfLayers ? allLayers(config) : null };
}

/** "× 2", "+ 1", "set to 0". */
function operationWords({ operation, value }: Change): string {
  if (value.includes(',')) return msg`set to other values`;
  const number = Number.isFinite(Number(value)) ? plain(Number(value)) : value;
  if (operation === '=') return msg`set to ${number}`;
  return `${operation === '*=' ? '×' : '+'} ${number}`;
}

const isZero = ({ operation, value }: Change): boolean => operation !== '+=' && Number(value) === 0;

/** The head whose columns of `heads` a range is, counted from 0; null where it is not just one head's. */
function headAt(columns: Range | undefined, { heads, dModel }: Context): number | null {
  const dK = dModel / heads;
  if (!columns || columns.end === null) return null;
  const whole = columns.begin % dK === 0 && columns.end - columns.begin === dK;
  return whole ? columns.begin / dK : null;
}

/** The same of a region: with all its tokens. */
const headOf = ({ ranges: [tokens, columns] }: Region, context: Context): number | null =>
  tokens && isAll(tokens) ? headAt(columns, context) : null;

/** What is copied from the other sentence: a word's vector, or what a head hands to it. */
function ofCopy({ tensor, ranges: [tokens, columns] }: Region, context: Context): Said | null {
  const token = tokens && onlyIndex(tokens);
  if (typeof token !== 'number' || !columns) return null;
  const { layer, part } = split(tensor);
  const place = isAll(columns) ? context.graph.layerInputs.indexOf(tensor) : -1;
  const head = part === 'attention.heads' ? headAt(columns, context) : null;
  if (place < 0 && head === null) return null;
  const source = head === null ? { layer: place, head } : { layer: layer ?? 0, head };
  const word = wordName(context.tokens, token);
  return { what: msg`${word}, ${placeName(source)}, copied from the other sentence`, layers: null };
}

const wholeParts: Readonly<Record<string, string>> = {
  'attention.output': later('attention part'),
  'feedForward.output': later('feed-forward network'),
};

/** Such a part where it gives nothing. */
const missingParts: Readonly<Record<string, string>> = {
  'attention.output': later('no attention part'),
  'feedForward.output': later('no feed-forward network'),
};

/** Words for the parts of a layer that the switches turn off. */
function ofPart(change: Change, region: Region, context: Context): string | null {
  const { part } = split(region.tensor);
  const head = part === 'attention.heads' ? headOf(region, context) : null;
  if (head !== null)
    return isZero(change)
      ? msg`head ${head + 1} muted`
      : msg`head ${head + 1} ${operationWords(change)}`;
  const whole = region.ranges.every(isAll) ? wholeParts[part] : undefined;
  if (!whole) return null;
  return isZero(change) ? msg(missingParts[part] ?? '') : `${msg(whole)} ${operationWords(change)}`;
}

/** The query and the key of a region that has them in every head; else null. */
function pairOf({ ranges }: Region): readonly [query: number, key: number] | null {
  const [heads, query, key] = ranges.length === 3 ? ranges : [];
  const [i, j] = [query && onlyIndex(query), key && onlyIndex(key)];
  return heads && isAll(heads) && i != null && j != null ? [i, j] : null;
}

/** The head and the query of a region that has all keys of them; else null. */
function rowOf({ ranges }: Region): readonly [head: number, query: number] | null {
  const [head, query, keys] = ranges;
  const [h, i] = [head && onlyIndex(head), query && onlyIndex(query)];
  return keys && isAll(keys) && h != null && i != null ? [h, i] : null;
}

/** One cell, or the rows of a word: as they are called elsewhere. */
function ofCells(change: Change, region: Region, context: Context): Said | null {
  const { layer } = split(region.tensor);
  const called = context.graph.tensors.get(region.tensor)?.label;
  if (!called) return null;
  const cell = cellOf(region);
  if (cell && called.axes !== 'token') {
    const { what, where } = nameOf({ name: region.tensor, index: cell }, context);
    return { what: `${what} ${operationWords(change)}, ${where}`, layers: null };
  }
  const pair = pairOf(region);
  if (pair && called.axes === 'head and pair') {
    const { what } = nameOf({ name: region.tensor, index: [0, ...pair] }, context);
    const layers = layer === null ? null : [layer];
    return { what: msg`${what} in every head ${operationWords(change)}`, layers };
  }
  const row = rowOf(region);
  if (row && called.axes === 'head and pair') {
    const [head, query] = row;
    const { where } = nameOf({ name: region.tensor, index: [head, query, 0] }, context);
    const word = wordName(context.tokens, query);
    const what =
      called.symbol === 'w' ? msg`every weight for ${word}` : msg`every score for ${word}`;
    return { what: `${what} ${operationWords(change)}, ${where}`, layers: null };
  }
  if (!region.ranges.every(isAll)) return null;
  const all = msg(called.what).replace('@', msg`every word`);
  return { what: `${all} ${operationWords(change)}`, layers: layer === null ? null : [layer] };
}

function ofChange(text: string, context: Context): Said {
  const change = parseChange(text);
  const region = change && parseRegion(change.region);
  if (!change || !region) return { what: text, layers: null };
  const copy = isCopy(text) ? ofCopy(region, context) : null;
  if (copy) return copy;
  const { layer } = split(region.tensor);
  const part = layer === null ? null : ofPart(change, region, context);
  if (part !== null && layer !== null) return { what: part, layers: [layer] };
  return ofCells(change, region, context) ?? { what: text, layers: null };
}

/** What there is to say it with; null before there is a trace. */
export const wordsOf = (state: State): Words | null => {
  const context = contextOf(state);
  return context && state.model && { config: state.model.config, context };
};

/** Those that say the same of several layers as one. */
function together(all: readonly Said[]): readonly Said[] {
  const found = new Map<string, Said>();
  for (const { what, layers } of all) {
    const key = `${what}${layers ? '' : ' here'}`;
    const before = found.get(key)?.layers ?? [];
    found.set(key, { what, layers: layers && [...new Set([...before, ...layers])] });
  }
  return [...found.values()];
}

function layersText(layers: readonly number[], { num_hidden_layers: count }: ModelConfig): string {
  if (layers.length === count) return msg`in all layers`;
  const names = [...layers].sort((a, b) => a - b).map((layer) => layer + 1);
  const last = names.pop();
  return names.length === 0
    ? msg`in layer ${last}`
    : msg`in layers ${names.join(', ')} and ${last}`;
}

/** What a run does otherwise than the model, in plain words; what is not known as it is. */
export function runInWords(run: Run, words: Words | null): readonly string[] {
  if (!words) return [...(run.structure ? [run.structure] : []), ...run.changes];
  const { config, context } = words;
  const said = [
    ...parseOptions(run.structure).map((option) => ofOption(option, config)),
    ...run.changes.map((change) => ofChange(change, context)),
  ];
  return together(said).map(({ what, layers }) =>
    layers ? `${what}, ${layersText(layers, config)}` : what,
  );
}
