import { expect, it } from 'vitest';
import { initialState } from '../../../web/src/state/reduce';
import { Store } from '../../../web/src/state/store';
import { chapters } from '../../../web/src/state/tour/chapters';
import { stops } from '../../../web/src/state/tour/stops';
import { openChapter } from '../../../web/src/state/tour/walk';
import { runOf } from '../../../web/src/state/what-if/history';

it('each chapter is of its stop', () => {
  expect(chapters.map(({ step }) => step)).toEqual(stops);
});

it('the tour is of the model as it was trained; what the reader changed comes back by undo', () => {
  const store = new Store(initialState());
  const changed = { structure: 'scale=off', changes: ['output=0'] };
  store.dispatch({ type: 'run', run: changed });
  openChapter(store.state, store.dispatch, 0);
  expect(runOf(store.state)).toEqual({ structure: '', changes: [] });
  store.dispatch({ type: 'undo' });
  expect(runOf(store.state)).toEqual(changed);
});
