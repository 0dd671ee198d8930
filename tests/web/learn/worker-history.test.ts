import type { FoveaLearnModule } from 'fovea-learn-wasm';
import { expect, it } from 'vitest';
import { History } from '../../../web/src/learn/worker-history';

const file = () => new Uint8Array(100);

it('lets go of steps in between, where they stand closest, beyond the memory for them', () => {
  const history = new History({} as FoveaLearnModule, 500);
  const dropped: number[] = [];
  for (let step = 0; step <= 40; step++) dropped.push(...history.keep(step, file()));
  const left = Array.from({ length: 41 }, (_, step) => step).filter((step) => history.has(step));
  expect(left).toHaveLength(5);
  expect(left[0]).toBe(0);
  // A step that is made alone is walked through with the weights of the one before.
  expect(left.slice(-2)).toEqual([39, 40]);
  expect([...left, ...dropped].sort((a, b) => a - b)).toEqual(
    Array.from({ length: 41 }, (_, step) => step),
  );
  expect(() => history.file(dropped[0] ?? 0)).toThrow('was not kept');
});

it('keeps what there is room for', () => {
  const history = new History({} as FoveaLearnModule, 500);
  for (const step of [0, 1, 2, 10, 100]) expect(history.keep(step, file())).toEqual([]);
  expect(history.keep(100, file())).toEqual([]);
});
