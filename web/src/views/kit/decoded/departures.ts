import { isMark } from './words';

/** Words of the source in whose place others were written; both are ranges of places. */
export interface Departure {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Lengths of the longest common part from each pair of places on. */
function commonLengths(a: readonly string[], b: readonly string[]): readonly number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () =>
    new Array<number>(b.length + 1).fill(0),
  );
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (lengths[i] as number[])[j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return lengths;
}

/** Where what was written is not what was read. Places count with the marks of start and end. */
export function departures(
  source: readonly string[],
  written: readonly string[],
): readonly Departure[] {
  const lengths = commonLengths(source, written);
  const found: Departure[] = [];
  let from: number[] = [];
  let to: number[] = [];
  const close = () => {
    if (from.length + to.length > 0) found.push({ from, to });
    [from, to] = [[], []];
  };
  let [i, j] = [0, 0];
  while (i < source.length || j < written.length) {
    if (i < source.length && source[i] === written[j]) {
      close();
      i++;
      j++;
    } else if (
      j >= written.length ||
      (i < source.length && (lengths[i + 1]?.[j] ?? 0) >= (lengths[i]?.[j + 1] ?? 0))
    ) {
      if (!isMark(source[i] ?? '')) from.push(i);
      i++;
    } else {
      if (!isMark(written[j] ?? '')) to.push(j);
      j++;
    }
  }
  close();
  return found;
}
