import { expect, it } from 'vitest';
import { drawAction } from '../../scripts/lib/walk/actions.mjs';
import { randomFrom } from '../../scripts/lib/walk/random.mjs';
import { shrink } from '../../scripts/lib/walk/shrink.mjs';

const actionsOf = (seed: number) => {
  const random = randomFrom(seed);
  return Array.from({ length: 300 }, () => drawAction(random));
};

it('a walk is the same whenever its seed is, and can be written down', () => {
  const actions = actionsOf(7);
  expect(actionsOf(7)).toEqual(actions);
  expect(actionsOf(8)).not.toEqual(actions);
  expect(JSON.parse(JSON.stringify(actions))).toEqual(actions);
  const kinds = new Set(actions.map((action: { do: string }) => action.do));
  for (const kind of ['press', 'key', 'field', 'address', 'history', 'open', 'window', 'system'])
    expect(kinds).toContain(kind);
});

const list = Array.from({ length: 400 }, (_, i) => i);

it('a list that fails is shrunk to what it takes', async () => {
  const fails = async (part: number[]) => part.includes(17) && part.includes(303);
  const until = Number.POSITIVE_INFINITY;
  expect(await shrink(list, fails, { until })).toEqual([17, 303]);
  expect(await shrink(list, async (part: number[]) => part.includes(399), { until })).toEqual([
    399,
  ]);
});

it('as far as there is time', async () => {
  let runs = 0;
  const fails = async (part: number[]) => {
    runs++;
    return part.includes(17) && part.includes(303);
  };
  const short = await shrink(list, fails, { until: 8, now: () => runs });
  expect(runs).toBeLessThanOrEqual(9);
  expect(short.length).toBeLessThan(400);
  expect(short).toContain(17);
  expect(short).toContain(303);
});
