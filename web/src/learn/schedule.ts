/** From one kept step to the next, until they are further apart. */
const growth = 1.25;

/** The steps that a run keeps: 0, 1, 2, 3, 4, 5, 6, 8, 10, …, about ten to a tenfold. */
export function nextKept(step: number): number {
  return Math.max(step + 1, Math.round(step * growth));
}
