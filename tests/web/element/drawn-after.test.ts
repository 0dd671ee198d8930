import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DrawnAfter } from '../../../web/src/element/drawn-view';
import { initialState } from '../../../web/src/state/reduce';
import { Store } from '../../../web/src/state/store';
import { makeModel, makeTrace } from '../fixtures';

let frames: (() => void)[];
beforeEach(() => {
  frames = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function paint(): void {
  for (const callback of frames.splice(0)) callback();
  vi.runAllTimers();
}

it('shows a new trace one frame later, everything else at once', () => {
  const store = new Store(initialState());
  const requestUpdate = vi.fn();
  const after = new DrawnAfter({ requestUpdate } as never, store);
  store.dispatch({ type: 'theme', theme: 'dark' });
  expect(after.state).toBe(store.state);

  const before = store.state;
  store.dispatch({ type: 'model', model: makeModel(), trace: makeTrace('a b') });
  expect(after.state).toBe(before);
  expect(after.state).toBe(before);
  expect(frames).toHaveLength(1);
  expect(requestUpdate).not.toHaveBeenCalled();

  paint();
  expect(requestUpdate).toHaveBeenCalledTimes(1);
  expect(after.state).toBe(store.state);
});
