import { expect, it } from 'vitest';
import { rowsFor } from '../../../../web/src/views/kit/strip';

it('a vector is broken into the fewest equal rows that fit', () => {
  expect(rowsFor(128, 300)).toBe(1);
  expect(rowsFor(128, 200)).toBe(2);
  expect(rowsFor(6, 2)).toBe(6);
  expect(rowsFor(512, 300)).toBe(4);
  expect(rowsFor(7, 6)).toBe(7);
});

it('where no number fits, each has a row of its own', () => {
  for (const width of [1.5, 0.1, 0, Number.NaN]) expect(rowsFor(128, width)).toBe(128);
  expect(rowsFor(0, 0)).toBe(1);
});
