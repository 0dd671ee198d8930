import { html } from 'lit';
import { expect, it, vi } from 'vitest';
import { initialState } from '../../../web/src/state/reduce';
import { createStage } from '../../../web/src/views/stage';
import { makeTrace } from '../fixtures';

it('lays out anew only when more than the time has changed', () => {
  const layout = vi.fn(() => ({}));
  const render = vi.fn(() => html``);
  const stage = createStage({
    id: 'attention',
    styles: [],
    speech: () => '',
    layout,
    render,
  });
  const state = initialState();
  const draw = (change: object, width = 800) =>
    stage.draw({ ...state, ...change }, { width }, () => undefined);
  draw({});
  draw({ time: 6.5, playing: true, speed: 2 });
  expect(layout).toHaveBeenCalledTimes(1);
  expect(render).toHaveBeenCalledTimes(2);
  draw({ head: 3 });
  draw({ head: 3, trace: makeTrace('a') });
  draw({ head: 3 }, 400);
  expect(layout).toHaveBeenCalledTimes(4);
});
