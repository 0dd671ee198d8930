// Times engines in turn, so that what else the machine does meets all of them. Runs in Node and in
// the benchmark's page.

/** Milliseconds that an engine's turn lasts at least, and all turns together at most. */
const turnLength = 30;
const budget = 15_000;
const rounds = { least: 3, most: 21 };

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const within = (value, { least, most }) => Math.min(most, Math.max(least, Math.floor(value)));

/**
 * `turns` names functions, each (passes) → Promise of the milliseconds of one pass; `between` is
 * called after each round. Resolves to the times of each by its name, one a round.
 */
export async function alternate(turns, between = async () => {}) {
  const passes = {};
  let cost = 0;
  for (const [name, turn] of Object.entries(turns)) {
    // The second is the first warm one.
    await turn(1);
    const once = await turn(1);
    passes[name] = Math.max(1, Math.round(turnLength / once));
    cost += once * passes[name];
  }
  const times = Object.fromEntries(Object.keys(turns).map((name) => [name, []]));
  for (let round = 0; round < within(budget / cost, rounds); round++) {
    for (const [name, turn] of Object.entries(turns)) times[name].push(await turn(passes[name]));
    await between();
  }
  return times;
}

/** The median over the rounds of a / b: on a shared machine both move together. */
export const medianRatio = (a, b) => median(a.map((value, round) => value / b[round]));

/**
 * For each engine the median of its times, and of `peer`'s over its own in the same round; `limits`
 * are the GFLOP/s of the limit in each round, `flops` those of a pass.
 */
export function compare(times, peer, { flops, limits } = {}) {
  return Object.entries(times).map(([engine, own]) => {
    const rates = own.map((ms) => flops / ms / 1e6);
    return {
      engine,
      ms: median(own),
      gflops: flops && median(rates),
      percentOfLimit: limits && 100 * medianRatio(rates, limits),
      ratio: times[peer] && medianRatio(times[peer], own),
      rounds: own.length,
    };
  });
}

/** Between the values of two engines, relative to the largest; NaN where their number differs. */
export function largestDifference(a, b) {
  let [difference, size] = [a.length === b.length ? 0 : Number.NaN, 0];
  a.forEach((value, i) => {
    difference = Math.max(difference, Math.abs(value - b[i]));
    size = Math.max(size, Math.abs(b[i]));
  });
  return difference / size;
}

/** By how many per cent of `engine`'s time `slower`, which does more, takes longer. */
export const captureCost = (times, engine, slower) =>
  times[slower] && 100 * (medianRatio(times[slower], times[engine]) - 1);
