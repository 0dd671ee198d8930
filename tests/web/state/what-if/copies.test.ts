import { describe, expect, it } from 'vitest';
import {
  copiesIn,
  copyOf,
  numbersAt,
  withNumbers,
  withoutCopies,
} from '../../../../web/src/state/what-if/run-text';
import { makeTrace } from '../../fixtures';

const trace = makeTrace('a b', [
  {
    name: 'x',
    axes: [
      ['token', 2],
      ['model', 3],
    ],
    values: [0, 1, 0.1, -3, 1e-12, 5],
  },
]);

const copy = copyOf('x[1,:]');
const run = { structure: 'scale=off', changes: ['y=0', copy] };

describe('copies from another run', () => {
  it('are changes that name it in place of numbers', () => {
    expect(copy).toBe('x[1,:]=other');
    expect(copiesIn(run)).toEqual([copy]);
    expect(withoutCopies(run)).toEqual({ structure: 'scale=off', changes: ['y=0'] });
  });

  it.each([
    ['x[1,:]', [-3, 1e-12, 5]],
    ['x[:,1:]', [1, 0.1, 1e-12, 5]],
    ['x[0,:2]', [0, 1]],
    ['x', [0, 1, 0.1, -3, 1e-12, 5]],
  ])('of %s are its numbers, to the last bit', (region, numbers) => {
    const read = numbersAt(trace, region)
      ?.split(',')
      .map((x) => Math.fround(Number(x)));
    expect(read).toEqual(numbers.map(Math.fround));
  });

  it.each(['y[1,:]', 'x[2,:]', 'x[1', ''])('of %s are none', (region) => {
    expect(numbersAt(trace, region)).toBeNull();
  });

  it('are written out in their place among the changes', () => {
    const written = withNumbers(run, trace);
    expect(written?.changes).toEqual(['y=0', `x[1,:]=${numbersAt(trace, 'x[1,:]')}`]);
    expect(withNumbers({ ...run, changes: [copyOf('y')] }, trace)).toBeNull();
  });
});
