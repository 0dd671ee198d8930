import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteRequests } from '../../scripts/article/easel.mjs';

const page = globalThis as typeof globalThis & { foveaPending: ReadonlySet<unknown> };
const { setTimeout: wait, clearTimeout: forget } = globalThis;

beforeEach(() => {
  vi.stubGlobal('Worker', EventTarget);
  noteRequests();
});

afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(globalThis, { setTimeout: wait, clearTimeout: forget });
});

it('a picture waits for what a figure draws a tenth of a second later', async () => {
  const drawn = new Promise<number>((resolve) => setTimeout(resolve, 100, 7));
  expect(page.foveaPending.size).toBe(1);
  expect(await drawn).toBe(7);
  expect(page.foveaPending.size).toBe(0);
});

it('it waits neither for what was given up nor for what is far off', () => {
  clearTimeout(setTimeout(() => undefined, 100));
  const far = setTimeout(() => undefined, 1000);
  expect(page.foveaPending.size).toBe(0);
  clearTimeout(far);
});
