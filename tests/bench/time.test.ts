import { afterEach, expect, it, vi } from 'vitest';
import { alternate, compare, repeat } from './rounds.mjs';
import { secondsOf, Time } from './time.mjs';

const all = 'frames start native chromium long bert train sentences integers growth'.split(' ');
const sum = (values: number[]) => values.reduce((a, b) => a + b, 0);

afterEach(() => vi.restoreAllMocks());

/** A clock that only `spend` moves. */
function clock() {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  return {
    spend: (ms: number) => {
      now += ms;
    },
  };
}

/** An engine whose passes take so long. */
const engine = (time: ReturnType<typeof clock>, ms: number) => async (passes: number) => {
  time.spend(passes * ms);
  return ms;
};

it('a suite by itself may take longer than in a whole run', () => {
  expect(secondsOf(['native']).native).toBeGreaterThan(secondsOf(all).native);
  expect(sum(Object.values(secondsOf(all)))).toBeCloseTo(320);
  for (const name of all) expect(secondsOf([name])[name]).toBeLessThan(150);
});

it('what a part leaves goes to those after it, and what it takes too much is theirs too', () => {
  const time = clock();
  const budget = new Time(400, 4);
  expect(budget.share()).toBe(100);
  time.spend(40);
  expect(budget.share(2)).toBe(240);
  time.spend(500);
  expect(budget.share()).toBe(0);
});

it('rounds fill their time, and there are never fewer than asked for', async () => {
  const time = clock();
  const count = async (ms: number, least: number) => {
    let rounds = 0;
    await repeat(ms, { least, most: 8 }, async () => {
      rounds++;
      time.spend(100);
    });
    return rounds;
  };
  expect(await count(550, 2)).toBe(5);
  expect(await count(50, 3)).toBe(3);
  expect(await count(9000, 3)).toBe(8);
});

it('engines take turns within the time; where it is short the slowest has one', async () => {
  const time = clock();
  const quick = { quick: engine(time, 10), peer: engine(time, 20) };
  const turns = { ...quick, slow: engine(time, 6000) };
  const short = await alternate(turns, 1000);
  const results = compare(short, 'peer').map((each) => [each.engine, each.rounds, each.ratio]);
  expect(results).toEqual([
    ['quick', 3, 2],
    ['peer', 3, 1],
    ['slow', 1, 20 / 6000],
  ]);
  // Two passes of each before; then turns of 30 ms, and of two times 20.
  expect(compare(await alternate(quick, 460), 'peer')[0]).toMatchObject({ rounds: 5 });
  expect(compare(await alternate(turns, 60_000), 'peer')[2]?.rounds).toBeGreaterThan(3);
});
