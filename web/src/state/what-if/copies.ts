import type { Run } from '../../model/protocol';
import type { Trace } from '../../model/trace';
import { parseRegion, type Region } from './region';
import { changeText, parseChange } from './run-text';

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
