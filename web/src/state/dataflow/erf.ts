/** Abramowitz & Stegun's series for small x, their continued fraction for large: erf to 1e-12. */
export function erf(x: number): number {
  const size = Math.abs(x);
  const value = size < 2.5 ? series(size) : 1 - tail(size);
  return x < 0 ? -value : value;
}

/** 2/√π · e^(−x²) · Σ 2ⁿ x^(2n+1) ÷ (1·3·…·(2n+1)): formula 7.1.6. */
function series(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > sum * 1e-16; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** erfc by the continued fraction x + ½/(x + 1/(x + 1½/(x + …))): formula 7.1.14. */
function tail(x: number): number {
  let fraction = x;
  for (let k = 60; k >= 1; k--) fraction = x + k / 2 / fraction;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
}
