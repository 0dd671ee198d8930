/**
 * A short part of a list of actions that still fails, by halves, quarters and so on (Zeller's delta
 * debugging), and the best so far when the time is up. `fails` runs a list.
 */
export async function shrink(actions, fails, { until, now = () => Date.now() }) {
  let best = await shortTail(actions, fails, { until, now });
  let parts = 2;
  while (best.length > 1 && now() < until) {
    const without = await withoutAPart(best, parts, fails, { until, now });
    if (without) {
      best = without;
      parts = Math.max(2, parts - 1);
    } else if (parts >= best.length) break;
    else parts = Math.min(best.length, 2 * parts);
  }
  return best;
}

/** What led to a failure is mostly shortly before it. */
async function shortTail(actions, fails, { until, now }) {
  for (const length of [5, 20, 60, 200]) {
    if (length >= actions.length || now() >= until) break;
    const tail = actions.slice(-length);
    if (await fails(tail)) return tail;
  }
  return actions;
}

async function withoutAPart(actions, parts, fails, { until, now }) {
  const size = Math.ceil(actions.length / parts);
  for (let from = 0; from < actions.length && now() < until; from += size) {
    const rest = [...actions.slice(0, from), ...actions.slice(from + size)];
    if (rest.length > 0 && (await fails(rest))) return rest;
  }
  return null;
}
