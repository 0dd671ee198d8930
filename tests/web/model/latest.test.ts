import { expect, it } from 'vitest';
import { Latest } from '../../../web/src/model/worker-line';

it('takes answers in the order of their questions, and none that a later one has overtaken', () => {
  const latest = new Latest();
  const [first, second, third] = [latest.begin(), latest.begin(), latest.begin()];
  expect(second()).toBe(true);
  expect(first()).toBe(false);
  expect(third()).toBe(true);
  expect(second()).toBe(false);
});
