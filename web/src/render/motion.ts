/** Animation curves: pure functions from a step's progress (0 to 1) to sizes and opacities. */

export function clamp01(x: number): number {
  return Math.min(1, Math.max(0, x));
}

/** 0 before `from`, 1 after `to`, linear in between. */
export function ramp(progress: number, from: number, to: number): number {
  return clamp01((progress - from) / (to - from));
}

/** Smoothstep: eases in and out, and is symmetric, so that it looks the same backwards. */
export function ease(x: number): number {
  return x * x * (3 - 2 * x);
}

/** When the i-th of n things begins and ends that start one after another within a stretch of time. */
export function stagger(
  i: number,
  n: number,
  from: number,
  to: number,
): readonly [begin: number, end: number] {
  const share = (to - from) * 0.6;
  const begin = from + ((to - from - share) * i) / Math.max(1, n - 1);
  return [begin, begin + share];
}

/** Exactly `b` at the end, whatever `a` is. */
export function mix(a: number, b: number, t: number): number {
  return t === 1 ? b : a + (b - a) * t;
}
