import { ownRun, type Run } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import type { Cell } from '../dataflow/cell';

/** One option of a structure: of all layers, or of one, counted from 0. */
export interface RunOption {
  readonly key: string;
  readonly layer: number | null;
  readonly value: string;
}

/** A change of a tensor on the way, as the core writes it: "layers.2.attention.weights[2,7,:]=0". */
export interface Change {
  /** The tensor's name, and in brackets which of its cells. */
  readonly region: string;
  readonly operation: '=' | '*=' | '+=';
  /** A number, or several with commas between them. */
  readonly value: string;
}

export const sameRun = (a: Run, b: Run): boolean =>
  a.structure === b.structure && a.changes.join(';') === b.changes.join(';');

const sorted = (texts: readonly string[]): string => [...texts].sort().join(';');

/** Whether two runs do the same, in whatever order they are written. */
export const equalRun = (a: Run, b: Run): boolean =>
  sorted(a.structure.split(',')) === sorted(b.structure.split(',')) &&
  sorted(a.changes) === sorted(b.changes);

/** Whether a run is the model's own: nothing switched, nothing changed. */
export const isOwn = (run: Run): boolean => sameRun(run, ownRun);

/** The options of a structure's text, "scale=off,residual@2=0.5". */
export function parseOptions(structure: string): readonly RunOption[] {
  return structure
    .split(',')
    .map((pair) => pair.trim())
    .filter(Boolean)
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=').map((part) => part.trim());
      const [key = '', layer] = name.split('@');
      return { key, layer: layer === undefined ? null : Number(layer), value };
    });
}

const optionText = ({ key, layer, value }: RunOption): string =>
  `${key}${layer === null ? '' : `@${layer}`}=${value}`;

/** The value that a structure names for a key, of all layers or of one; undefined where it names none. */
export function optionOf(structure: string, key: string, layer: number | null = null) {
  return parseOptions(structure).find((each) => each.key === key && each.layer === layer)?.value;
}

/** The structure with another value for a key; null takes the option away. */
export function withOption(
  structure: string,
  key: string,
  value: string | null,
  layer: number | null = null,
): string {
  const others = parseOptions(structure).filter((each) => each.key !== key || each.layer !== layer);
  const all = value === null ? others : [...others, { key, layer, value }];
  return all.map(optionText).join();
}

/** Reads a change; undefined where the text is none. */
export function parseChange(text: string): Change | undefined {
  const found = text.match(/^([^=*+]+?)\s*(=|\*=|\+=)\s*(.+)$/s);
  const [, region = '', operation, value = ''] = found ?? [];
  return found ? { region, operation: operation as Change['operation'], value } : undefined;
}

export const changeText = ({ region, operation, value }: Change): string =>
  `${region}${operation}${value}`;

/** The changes without those of a region. */
export const withoutRegion = (changes: readonly string[], region: string): readonly string[] =>
  changes.filter((text) => parseChange(text)?.region !== region);

/** The changes with this one in place of a former of the same region. */
export function withChange(changes: readonly string[], change: Change): readonly string[] {
  return [...withoutRegion(changes, change.region), changeText(change)];
}

/** Indices of one axis from `begin` to one before `end`; null means to the axis's end. */
export interface Range {
  readonly begin: number;
  readonly end: number | null;
}

/** Cells of a tensor: without ranges all of them. */
export interface Region {
  readonly tensor: string;
  readonly ranges: readonly Range[];
}

function parseRange(text: string): Range | null {
  const [, begin = '', colon, end = ''] = text.match(/^\s*(\d*)\s*(:?)\s*(\d*)\s*$/) ?? [];
  if (colon === ':') return { begin: Number(begin), end: end === '' ? null : Number(end) };
  return begin === '' || end !== '' ? null : { begin: Number(begin), end: Number(begin) + 1 };
}

/** Reads a region as the core writes it, "layers.2.attention.weights[2,7,:]"; null where it is none. */
export function parseRegion(text: string): Region | null {
  const [, tensor, inside] = text.match(/^\s*([\w.]+)\s*(?:\[(.*)\])?\s*$/) ?? [];
  if (tensor === undefined) return null;
  if (inside === undefined) return { tensor, ranges: [] };
  const ranges = inside.split(',').map(parseRange);
  return ranges.every((range) => range !== null) ? { tensor, ranges } : null;
}

export const isAll = ({ begin, end }: Range): boolean => begin === 0 && end === null;

/** The one index that a range holds, or null. */
export const onlyIndex = ({ begin, end }: Range): number | null =>
  end === begin + 1 ? begin : null;

/** The cell that a region is, as its indices; null where it is more than one. */
export function cellOf({ ranges }: Region): readonly number[] | null {
  const index = ranges.map(onlyIndex);
  return index.length > 0 && index.every((at) => at !== null) ? index : null;
}

/** The text of a region; an index may be written as a range. */
export const regionOf = (name: string, index: readonly (number | string)[]): string =>
  `${name}[${index.join()}]`;

/** Whether a region has a cell. */
export function covers({ tensor, ranges }: Region, { name, index }: Cell): boolean {
  return (
    tensor === name &&
    ranges.every(({ begin, end }, axis) => {
      const at = index[axis] ?? -1;
      return at >= begin && (end === null || at < end);
    })
  );
}

/** Whether a change touches a cell. */
export function touches(change: string, cell: Cell): boolean {
  const region = parseRegion(parseChange(change)?.region ?? '');
  return region !== null && covers(region, cell);
}

/**
 * The value of a change that stands for the numbers of the same cells in the run of the other sentence:
 * "layers.1.feedForward.norm[7,:]=other".
 */
const fromOther = 'other';

export const isCopy = (change: string): boolean => parseChange(change)?.value.trim() === fromOther;

export const copyOf = (region: string): string =>
  changeText({ region, operation: '=', value: fromOther });

export const copiesIn = ({ changes }: Run): readonly string[] => changes.filter(isCopy);

/** A run without what it takes from another. */
export const withoutCopies = (run: Run): Run =>
  copiesIn(run).length === 0
    ? run
    : { ...run, changes: run.changes.filter((text) => !isCopy(text)) };

/** The places of a region's cells among a tensor's numbers, in order. */
function placesOf({ ranges }: Region, shape: readonly number[]): readonly number[] {
  return shape.reduce<readonly number[]>(
    (places, size, axis) => {
      const { begin, end } = ranges[axis] ?? { begin: 0, end: null };
      const count = Math.max(0, Math.min(end ?? size, size) - begin);
      const along = Array.from({ length: count }, (_, i) => begin + i);
      return places.flatMap((place) => along.map((i) => place * size + i));
    },
    [0],
  );
}

/** Digits from which a float is read back as it was. */
const digits = 9;

/** A trace's numbers in a region, as a change takes them; null where it has no such cells. */
export function numbersAt(trace: Trace, name: string): string | null {
  const region = parseRegion(name);
  if (!region || !trace.has(region.tensor)) return null;
  const { data, shape } = trace.tensor(region.tensor);
  const numbers = placesOf(region, shape).map((place) => data[place] ?? 0);
  return numbers.length > 0 ? numbers.map((x) => Number(x.toPrecision(digits))).join() : null;
}

/** A run with the copied numbers written out; null where the other trace does not have them. */
export function withNumbers(run: Run, other: Trace): Run | null {
  const changes = run.changes.map((text) => {
    const change = isCopy(text) && parseChange(text);
    if (!change) return text;
    const value = numbersAt(other, change.region);
    return value === null ? null : changeText({ ...change, value });
  });
  return changes.every((change) => change !== null) ? { ...run, changes } : null;
}
