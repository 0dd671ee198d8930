import { expect, it } from 'vitest';
import { progress } from './progress.mjs';

it('says how long the bench has run before what is being measured', () => {
  expect(progress('native: base, n = 64', 125_400)).toBe('  2:05  native: base, n = 64');
  expect(progress('start', 0)).toBe('  0:00  start');
  expect(progress('bert', 59_600)).toBe('  1:00  bert');
});
