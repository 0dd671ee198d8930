import type { Cell } from '../dataflow/cell';
import { parseChange } from './run-text';

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
