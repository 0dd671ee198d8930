/** Stands in for `veil` in fovea.js: a figure of somebody else's page has no tour, and hides nothing. */
export const awaitsGuess = (_: unknown): boolean => false;
