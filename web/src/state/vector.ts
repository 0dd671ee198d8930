/** The largest |x| of a row of numbers: the end of its scale. */
export function largest(values: ArrayLike<number>): number {
  let bound = 0;
  for (let i = 0; i < values.length; i++) bound = Math.max(bound, Math.abs(values[i] ?? 0));
  return bound;
}

/** Index of the largest value; the first of equals. */
export function argmax(values: ArrayLike<number>): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if ((values[i] ?? 0) > (values[best] ?? 0)) best = i;
  return best;
}

/** Index of the value furthest from zero. */
export function strongest(values: ArrayLike<number>): number {
  return argmax(Array.from(values, Math.abs));
}
