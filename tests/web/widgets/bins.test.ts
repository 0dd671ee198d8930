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
    expect(binned({ data, rows: 64, columns: 64, weights: true })).toEqual({
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
        weights: true,
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
    const bins = binned({ data, rows: 130, columns: 2, weights: false });
    expect([bins.rows, bins.columns]).toEqual([44, 2]);
    expect([...bins.data.subarray(0, 4)]).toEqual([1, -3, 4, -9]);
    expect([...bins.data.subarray(86)]).toEqual([129, -259]);
  });

  it('is computed once for the same numbers', () => {
    const of = { data: weightsOf(100), rows: 100, columns: 100, weights: true };
    expect(binned({ ...of, data: of.data.subarray() }).data).toBe(binned(of).data);
  });
});
