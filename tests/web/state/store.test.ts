import { expect, it, vi } from 'vitest';
import { initialState } from '../../../web/src/state/reduce';
import { Store } from '../../../web/src/state/store';

it('tells its listeners of each change, with what was before and who it is from', () => {
  const store = new Store(initialState({ time: 0 }));
  const listener = vi.fn();
  store.subscribe(listener);
  const before = store.state;
  const action = { type: 'seek', time: 2 } as const;
  store.dispatch(action);
  expect(listener).toHaveBeenCalledExactlyOnceWith(store.state, before, action, 'reader');
  expect(store.state.time).toBe(2);
  store.dispatch({ type: 'seek', time: 3 }, 'figure');
  expect(listener.mock.lastCall?.[3]).toBe('figure');
  store.dispatch({ type: 'hover', token: store.state.hover });
  expect(listener).toHaveBeenCalledTimes(2);
});

it('is silent after the subscription has ended, also while it speaks', () => {
  const store = new Store(initialState());
  const second = vi.fn();
  const stop = store.subscribe(() => stop());
  store.subscribe(second);
  store.dispatch({ type: 'hover', token: 1 });
  store.dispatch({ type: 'hover', token: 2 });
  expect(second).toHaveBeenCalledTimes(2);
});
