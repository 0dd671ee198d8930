import { describe, expect, it } from 'vitest';
import { headRows, lengthRow, lengths, wordsPerCell } from '../../../web/src/widgets/map-purpose';
import { makeTrace } from '../fixtures';

const text = (words: number) => Array.from({ length: words }, (_, i) => `w${i}`).join(' ');

function traceOf(words: number, heads: number) {
  const weights = Array.from({ length: heads * words * words }, (_, i) => (i % 7) / 10);
  const vectors = Array.from({ length: words * 2 }, (_, i) => (i % 2 === 0 ? 3 : 4) * (1 + i / 2));
  return makeTrace(text(words), [
    {
      name: 'layers.0.attention.weights',
      axes: [
        ['head', heads],
        ['query', words],
        ['key', words],
      ],
      values: weights,
    },
    {
      name: 'x',
      axes: [
        ['token', words],
        ['d', 2],
      ],
      values: vectors,
    },
  ]);
}

describe('the numbers of the map', () => {
  it('are a word’s row in each head', () => {
    const trace = traceOf(5, 3);
    const { data, rows, columns } = headRows(trace, 0, 2);
    expect([rows, columns]).toEqual([3, 5]);
    for (let head = 0; head < 3; head++)
      expect([...data.subarray(head * 5, head * 5 + 5)]).toEqual([
        ...trace.row('layers.0.attention.weights', head, 2),
      ]);
  });

  it('are the lengths of the words’ vectors', () => {
    const [first = 0, second = 0] = lengths(traceOf(3, 1), 'x');
    expect(first).toBeCloseTo(Math.hypot(3, 4 * 1.5), 5);
    expect(second).toBeCloseTo(Math.hypot(3 * 2, 4 * 2.5), 5);
  });

  it('of a long text are summed, and lengths are averaged, over the words of a cell', () => {
    const words = 100;
    expect(wordsPerCell(words)).toBe(3);
    const trace = traceOf(words, 1);
    const weights = headRows(trace, 0, 4);
    const sum = (of: Float32Array) => of.reduce((all, x) => all + x, 0);
    expect(weights.columns).toBe(34);
    expect(sum(weights.data)).toBeCloseTo(sum(trace.row('layers.0.attention.weights', 0, 4)), 4);
    const all = lengths(trace, 'x');
    const { data } = lengthRow(trace, 'x');
    expect(data[1]).toBeCloseTo(((all[3] ?? 0) + (all[4] ?? 0) + (all[5] ?? 0)) / 3, 3);
    expect(data.at(-1)).toBeCloseTo(all.at(-1) ?? 0, 3);
  });
});
