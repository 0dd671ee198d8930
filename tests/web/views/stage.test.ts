import { html } from 'lit';
import { expect, it, vi } from 'vitest';
import { initialState } from '../../../web/src/state/reduce';
import { createStage } from '../../../web/src/views/stage';
import { makeTrace } from '../fixtures';

/** A view as far as these tests look at it. */
const silent = {
  id: 'attention',
  styles: [],
  speech: () => '',
  caption: () => null,
  words: () => '',
};

it('lays out anew only when more than the time has changed', () => {
  const layout = vi.fn(() => ({}));
  const render = vi.fn(() => html``);
  const stage = createStage({
    ...silent,
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

it('numbers that change go from the old ones to the new, from where they are when they change again', () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const shown: number[] = [];
  const stage = createStage({
    ...silent,
    layout: ({ head }) => head,
    between: (from: number, to: number, share) => from + (to - from) * share,
    render: (scene) => {
      shown.push(scene);
      return html``;
    },
  });
  const trace = makeTrace('a');
  const draw = (head: number, at: number) => {
    now = at;
    stage.draw({ ...initialState(), trace, head }, { width: 800 }, () => undefined);
    return shown.at(-1);
  };
  const asks = vi.fn();
  draw(0, 0);
  expect(draw(8, 10)).toBe(8);
  stage.animate = asks;
  expect(draw(0, 1000)).toBe(8);
  expect(draw(0, 1200)).toBe(4);
  expect(draw(4, 1200)).toBe(4);
  expect(draw(8, 1300)).toBeCloseTo(4, 9);
  expect(draw(8, 1500)).toBeCloseTo(6, 9);
  const asked = asks.mock.calls.length;
  expect(asked).toBeGreaterThan(3);
  expect(draw(8, 1701)).toBe(8);
  expect(asks).toHaveBeenCalledTimes(asked);
  vi.restoreAllMocks();
});
