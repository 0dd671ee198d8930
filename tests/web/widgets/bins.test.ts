import { describe, expect, it } from 'vitest';
import { binned, wordsPerRow } from '../../../web/src/widgets/bins';

/** Two heads of n × n weights whose rows add up to 1. */
function weightsOf(n: number): Float32Array {
  return Float32Array.from({ length: 2 * n * n }, (_, i) => {
    const [row, column] = [Math.floor(i / n), i % n];
    return (2 * (1 + ((row + column) % n))) / (n * (n + 1));
  });
}

describe('a picture of many words', () => {
  it('keeps a short text as it is', () => {
    const data = weightsOf(64);
    expect(binned({ data, rows: 64, columns: 64, keys: 'sum' })).toEqual({
      data,
      rows: 64,
      columns: 64,
    });
    expect(wordsPerRow(64)).toBe(1);
  });

  it('has at most 64 rows, and weights that still add up to 1 in each', () => {
    for (const n of [65, 150, 512]) {
      const { data, rows, columns } = binned({
        data: weightsOf(n),
        rows: n,
        columns: n,
        keys: 'sum',
      });
      expect([rows, columns]).toEqual([Math.ceil(n / wordsPerRow(n)), rows]);
      expect(rows).toBeLessThanOrEqual(64);
      for (let row = 0; row < 2 * rows; row++) {
        const sum = data.subarray(row * columns, (row + 1) * columns).reduce((a, b) => a + b, 0);
        expect(sum).toBeCloseTo(1, 5);
      }
    }
  });

  it('has the mean of the words that share a row', () => {
    const data = Float32Array.from({ length: 130 * 2 }, (_, i) => (i % 2 === 0 ? i / 2 : -i));
    const bins = binned({ data, rows: 130, columns: 2, keys: null });
    expect([bins.rows, bins.columns]).toEqual([44, 2]);
    expect([...bins.data.subarray(0, 4)]).toEqual([1, -3, 4, -9]);
    expect([...bins.data.subarray(86)]).toEqual([129, -259]);
  });

  it('has the mean of scores over the words of a column too', () => {
    const data = Float32Array.from({ length: 65 * 65 }, (_, i) => i % 65);
    const bins = binned({ data, rows: 65, columns: 65, keys: 'mean' });
    expect([bins.rows, bins.columns]).toEqual([33, 33]);
    expect(bins.data[1]).toBeCloseTo(2.5, 6);
    expect(bins.data.at(-1)).toBeCloseTo(64, 6);
  });

  it('tells matrices apart that lie one after another in one memory', () => {
    const all = Float32Array.from({ length: 2 * 130 }, (_, i) => i);
    const of = { rows: 130, columns: 1, keys: null } as const;
    const [first, second] = [all.subarray(0, 130), all.subarray(130)];
    expect(binned({ ...of, data: first }).data[0]).toBe(1);
    expect(binned({ ...of, data: second }).data[0]).toBe(131);
  });

  it('is computed once for the same numbers', () => {
    const of = { data: weightsOf(100), rows: 100, columns: 100, keys: 'sum' } as const;
    expect(binned({ ...of, data: of.data.subarray() }).data).toBe(binned(of).data);
  });
});
