import { expect, it, vi } from 'vitest';
import { formFor, pictureWidth, stageSize } from '../../../web/src/element/stage-size';
import { initialState } from '../../../web/src/state/reduce';

it('a picture has a width that it can be drawn in, however little room there is', () => {
  const widths = [0, 1, 33, 120, 231].map(
    (page) => stageSize(page, formFor(page), initialState(), false).width,
  );
  expect(widths).toEqual([200, 200, 200, 200, 200]);
  expect(stageSize(320, 'narrow', initialState(), false)).toEqual({ width: 288 });
  expect(pictureWidth(560.7)).toBe(560);
});

it('a lesson is drawn larger from 960 × 720 on, where no tour stands beside it', () => {
  vi.stubGlobal('innerWidth', 1024);
  vi.stubGlobal('innerHeight', 768);
  const bar = 64;
  const heightOf = (state: ReturnType<typeof initialState>) =>
    stageSize(890, 'rail', state, true).height;
  expect(heightOf(initialState())).toBe(Math.floor(768 / 1.15) - bar);
  expect(heightOf({ ...initialState(), tour: { chapter: 4, answers: [] } })).toBe(768 - bar);
  vi.unstubAllGlobals();
});
