import { expect, it } from 'vitest';
import { initialState } from '../../../../web/src/state/reduce';
import { shareOf, wayOf } from '../../../../web/src/state/what-if/copy-map';
import { makeModel, makeTrace } from '../../fixtures';

const logitsOf = (...values: readonly number[]) =>
  makeTrace('a', [
    {
      name: 'logits',
      axes: [
        ['token', 1],
        ['vocabulary', values.length],
      ],
      values,
    },
  ]);

const state = initialState({ token: 0 });
const wayBetween = (upper: readonly number[], lower: readonly number[]) =>
  wayOf({ ...state, model: makeModel() }, { upper: logitsOf(...upper), lower: logitsOf(...lower) });

it('the way goes from what one run reads to what the other does, in log-odds', () => {
  expect(wayBetween([3, 1, 0], [0, 2, 1])).toEqual({ from: 0, to: 1, upper: 2, lower: -2 });
});

it('runs that hardly differ have no way of which a share would say anything', () => {
  expect(wayBetween([3, 1, 0], [3, 1.05, 0])).toBeNull();
  expect(wayBetween([3, 1, 0], [3, 1.25, 0])).toMatchObject({ from: 0, to: 1 });
});

it('a share is how far an outcome has come, whatever was rounded to nothing', () => {
  const way = { from: 0, to: 1, upper: 2, lower: -2 };
  const share = (from: number, to: number) =>
    shareOf({ best: 0, probability: 1, asked: [from, to] }, way);
  expect(share(Math.exp(-1), Math.exp(-1))).toBeCloseTo(0.5, 12);
  expect(share(Math.exp(-1), Math.exp(-3))).toBeCloseTo(0, 12);
  expect(share(0, 1)).toBeCloseTo((-149 * Math.LN2 - 2) / -4, 9);
});
