import { expect, it } from 'vitest';
import { dotted } from '../../../../web/src/views/activate';
import { numbers } from '../figure-context';

const x = (u: number): number => 100 + 600 * u;

it('has a dot for each unit of a small network', () => {
  const hidden = Float32Array.from(numbers(1024));
  expect(dotted(hidden, x)).toEqual([...hidden.keys()].map((unit) => [unit]));
});

it('has one for those of a large network that are at the same pixel, and none is lost', () => {
  const hidden = Float32Array.from(numbers(3072));
  const dots = dotted(hidden, x);
  expect(dots.length).toBeLessThanOrEqual(601);
  expect(dots.flat().sort((a, b) => a - b)).toEqual([...hidden.keys()]);
  for (const units of dots)
    expect(new Set(units.map((unit) => Math.round(x(hidden[unit] ?? 0)))).size).toBe(1);
});
