import { expect, it } from 'vitest';
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
