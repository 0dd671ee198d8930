import type { Trace } from '../model/trace';

/** What is computed of a trace and a name once. */
export function cachedByTrace<Result>(compute: (trace: Trace, name: string) => Result) {
  const traces = new WeakMap<Trace, Map<string, Result>>();
  return (trace: Trace, name: string): Result => {
    const known = traces.get(trace) ?? new Map<string, Result>();
    traces.set(trace, known);
    const result = known.get(name) ?? compute(trace, name);
    known.set(name, result);
    return result;
  };
}

/** The largest |x| of a tensor of a trace: the end of its scale. */
export const boundOf = cachedByTrace((trace, name) => largest(trace.tensor(name).data));

const parameters = new WeakMap<Float32Array, number>();

/** The same of a learned matrix; looked for once. */
export function parameterBound(data: Float32Array): number {
  const bound = parameters.get(data) ?? largest(data);
  parameters.set(data, bound);
  return bound;
}

/** The largest finite |x| of a row of numbers: the end of its scale. */
export function largest(values: ArrayLike<number>): number {
  let bound = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i] as number);
    if (size > bound && size < Number.POSITIVE_INFINITY) bound = size;
  }
  return bound;
}

/** Index of the largest value; the first of equals. */
export function argmax(values: ArrayLike<number>): number {
  let best = 0;
  for (let i = 1; i < values.length; i++) if ((values[i] ?? 0) > (values[best] ?? 0)) best = i;
  return best;
}

/** How many values are not above zero: of hidden units, those that ReLU puts off. */
export function notAboveZero(values: Float32Array): number {
  return values.reduce((count, u) => count + (u <= 0 ? 1 : 0), 0);
}

/** The product of two vectors; where the second is shorter, its rest is 0. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** The cosine of two vectors: 1 where they point the same way, 0 where they have nothing in common. */
export function cosine(a: Float32Array, b: Float32Array): number {
  const size = Math.sqrt(dot(a, a) * dot(b, b));
  return size === 0 ? 0 : dot(a, b) / size;
}

/** How far apart two vectors are: the length of their difference, as a share of their mean length. */
export function apart(a: Float32Array, b: Float32Array): number {
  const length = (of: (i: number) => number) =>
    Math.sqrt(a.reduce((sum, _, i) => sum + of(i) ** 2, 0));
  const mean = (length((i) => a[i] ?? 0) + length((i) => b[i] ?? 0)) / 2;
  return mean > 0 ? length((i) => (a[i] ?? 0) - (b[i] ?? 0)) / mean : 0;
}

/** Index of the value furthest from zero. */
export function strongest(values: ArrayLike<number>): number {
  return argmax(Array.from(values, Math.abs));
}

/** Shannon entropy in bits of weights that sum to 1; NaN where one is. */
export function entropyBits(weights: ArrayLike<number>): number {
  let bits = 0;
  for (let i = 0; i < weights.length; i++) {
    const w = weights[i] ?? 0;
    if (w !== 0) bits -= w * Math.log2(w);
  }
  return bits;
}

const bitsOf = cachedByTrace(() => new Map<string, number>());

/** The same of a query's row of weights in a head; computed once. */
export function rowEntropy(trace: Trace, weights: string, head: number, query: number): number {
  const known = bitsOf(trace, weights);
  const place = `${head} ${query}`;
  const bits = known.get(place) ?? entropyBits(trace.row(weights, head, query));
  known.set(place, bits);
  return bits;
}

/** The Euclidean norm. */
export function lengthOf(values: ArrayLike<number>): number {
  return Math.sqrt(dot(values, values));
}
