/** Random numbers from a seed, the same everywhere (Mulberry32). */
export function randomFrom(seed) {
  let state = seed >>> 0;
  /** From 0 to below 1. */
  const share = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(share() * n);
  const pick = (list) => list[below(list.length)];
  /** One of `[weight, value]` pairs, as often as its weight says. */
  const weighted = (pairs) => {
    let left = share() * pairs.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of pairs) {
      left -= weight;
      if (left < 0) return value;
    }
    return pairs.at(-1)[1];
  };
  return { share, below, pick, weighted };
}
