import { describe, expect, it } from 'vitest';
import { makeTrace } from '../fixtures';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

const trace = makeTrace('a b c', [
  { name: 'first', axes: [['token', 2]], values: [100, 101] },
  {
    name: 'weights',
    axes: [
      ['head', 2],
      ['query', 3],
      ['key', 4],
    ],
    values: numbers(24),
  },
  {
    name: 'query',
    axes: [
      ['token', 3],
      ['dModel', 6],
    ],
    values: numbers(18),
  },
]);

describe('a trace', () => {
  it('finds a tensor by its name, with its axes and its own numbers', () => {
    expect(trace.names).toEqual(['first', 'weights', 'query']);
    const { shape, axes, data } = trace.tensor('weights');
    expect(shape).toEqual([2, 3, 4]);
    expect(axes).toEqual(['head', 'query', 'key']);
    expect([...data]).toEqual(numbers(24));
    expect(() => trace.tensor('keys')).toThrow('no tensor "keys"');
  });

  it('gives the row at leading indices', () => {
    expect([...trace.row('weights', 1, 2)]).toEqual([20, 21, 22, 23]);
    expect([...trace.row('weights', 0, 1)]).toEqual([4, 5, 6, 7]);
    expect([...trace.row('first')]).toEqual([100, 101]);
  });

  it('gives the columns of one head', () => {
    expect([...trace.headRow('query', 1, 1, 2)]).toEqual([9, 10, 11]);
    expect([...trace.headRow('query', 2, 0, 3)]).toEqual([12, 13]);
  });
});
