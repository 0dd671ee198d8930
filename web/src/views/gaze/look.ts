/** How a word looks at a weight: the whole rule of this figure. */

/** From this weight on a word is as sharp and dark as can be. */
export const sharpFrom = 0.6;

/** 0 for a word that gets nothing, 1 for one that gets `sharpFrom` and more. */
export const clearness = (weight: number): number =>
  Math.min(1, Math.sqrt(Math.max(0, weight) / sharpFrom));

/** Share of the full ink. */
export const ink = (weight: number): number => 0.16 + 0.84 * clearness(weight);

/** The standard deviation of the blur in CSS pixels, for letters of this size. */
export const blur = (weight: number, size: number): number =>
  ((5.2 * size) / 28) * (1 - clearness(weight)) ** 1.35;

/** As styles; a word that is looked out from is always sharp. */
export function looks(weight: number, size: number, own = false) {
  const soft = own ? 0 : blur(weight, size);
  return {
    opacity: own ? '1' : ink(weight).toFixed(3),
    filter: soft < 0.05 ? 'none' : `blur(${soft.toFixed(2)}px)`,
  };
}
