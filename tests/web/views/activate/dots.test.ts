import { expect, it } from 'vitest';
import { dotted } from '../../../../web/src/views/activate';
import { numbers } from '../figure-context';

const x = (u: number): number => 100 + 600 * u;

it('has a dot for each unit of a small network', () => {
  const hidden = Float32Array.from(numbers(1024));
  const dots = dotted({ hidden }, x);
  expect([...dots.keys()]).toEqual([...hidden.keys()]);
  expect(new Set(dots.values())).toEqual(new Set([1]));
});

it('has one for those of a large network that are at the same pixel, and none is lost', () => {
  const hidden = Float32Array.from(numbers(3072));
  const dots = dotted({ hidden }, x);
  expect(dots.size).toBeLessThanOrEqual(601);
  expect([...dots.values()].reduce((sum, count) => sum + count)).toBe(3072);
  const pixels = [...dots.keys()].map((unit) => Math.round(x(hidden[unit] ?? 0)));
  expect(new Set(pixels).size).toBe(dots.size);
});
