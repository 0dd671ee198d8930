// Times engines in turn, so that what else the machine does meets all of them. Runs in Node and in
// the benchmark's page.

/** Milliseconds that an engine's turn lasts at least. */
const turnLength = 30;
const rounds = { least: 3, most: 21 };
/** Milliseconds from which a pass needs no warm one before it, and from which the fewest rounds are too many. */
const slow = { alike: 2000, seldom: 5000 };

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Calls `round(number)` at least and at most so often, as long as another is likely to end within the time. */
export async function repeat(milliseconds, { least, most }, round) {
  const begun = performance.now();
  for (let i = 0; i < most; i++) {
    const spent = performance.now() - begun;
    if (i >= least && spent + spent / i > milliseconds) return;
    await round(i);
  }
}

/**
 * `turns` names functions, each (passes) → Promise of the milliseconds of one pass; `between` is
 * called after each round. Resolves to the times of each by its name, one a round, of as many rounds
 * as the milliseconds hold, and of three where they do not: of the first alone for an engine that
 * would then take long.
 */
export async function alternate(turns, milliseconds, between = async () => {}) {
  const end = performance.now() + milliseconds;
  const engines = [];
  for (const [name, turn] of Object.entries(turns)) {
    const cold = await turn(1);
    const once = cold < slow.alike ? await turn(1) : cold;
    const passes = Math.max(1, Math.round(turnLength / once));
    const times = cold < slow.alike ? [] : [cold];
    engines.push({ name, turn: () => turn(passes), cost: once * passes, times });
  }
  const cost = engines.reduce((sum, engine) => sum + engine.cost, 0);
  for (let round = 0; round < rounds.most; round++) {
    const hurried = performance.now() + cost > end;
    if (hurried && round >= rounds.least) break;
    for (const engine of engines) {
      const measured = engine.times.length;
      const omitted = hurried && engine.cost > slow.seldom && measured > 0;
      if (measured === round && !omitted) engine.times.push(await engine.turn());
    }
    await between();
  }
  return Object.fromEntries(engines.map(({ name, times }) => [name, times]));
}

/** The median over the rounds that both have of a / b: on a shared machine both move together. */
export const medianRatio = (a, b) =>
  median(b.slice(0, a.length).map((value, round) => a[round] / value));

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
