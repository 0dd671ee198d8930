// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, it } from 'vitest';
import type { Action } from '../../../web/src/state/actions';
import { initialState, reduce } from '../../../web/src/state/reduce';
import { placeOf, viewSwitch } from '../../../web/src/widgets/view-switch';

it('another figure opens on the way forward, from the row and wherever else', () => {
  const from = initialState({ view: 'attention', backward: true });
  let state = from;
  const dispatch = (action: Action) => {
    state = reduce(from, action);
  };
  const page = document.createElement('div');
  render(
    viewSwitch(from, dispatch, () => undefined),
    page,
  );
  const buttons = [...page.querySelectorAll('button')];
  buttons.find(({ textContent }) => textContent === 'all heads')?.click();
  expect(state).toMatchObject({ view: 'heads', backward: false });
  dispatch({ type: 'choose', choice: placeOf('bench') });
  expect(state).toMatchObject({ view: 'bench', backward: false });
});
