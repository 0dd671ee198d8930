import type { LayerMeasures, SoftmaxMeasures } from '../../../learn/study';
import { later, msg } from '../../../words/msg';

/** One of the six ways to wire an encoder that are compared. */
export interface Wiring {
  readonly norm: 'pre' | 'post' | 'none';
  /** Whether there is a residual path around each sublayer. */
  readonly path: boolean;
}

const norms = ['pre', 'post', 'none'] as const;

export const wirings: readonly Wiring[] = [true, false].flatMap((path) =>
  norms.map((norm) => ({ norm, path })),
);

export const structureOf = ({ norm, path }: Wiring): string =>
  `norm=${norm},residual=${path ? 'on' : 'off'}`;

const normNames = {
  pre: later('pre-norm'),
  post: later('post-norm'),
  none: later('no norm'),
} as const;

/** "pre-norm" */
export const normName = (norm: Wiring['norm']): string => msg(normNames[norm]);

/** "pre-norm, path" */
export const nameOf = ({ norm, path }: Wiring): string =>
  `${normName(norm)}, ${path ? msg`path` : msg`no path`}`;

export const deepest = 48;
/** Depths that are compared with the one chosen. */
export const otherDepths = [6, 12, 24, 48] as const;
export const seeds = 5;
/** Widths of a head that the softmax is studied at, and how many words. */
export const headWidths = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] as const;
export const keys = 11;

/** The encoders of one depth, one a seed, in the order of `wirings`; null where not yet measured. */
export type DepthRuns = readonly (readonly LayerMeasures[] | null)[];

/** The softmax at one width of a head, divided by its root and not. */
export interface SoftmaxRuns {
  readonly dK: number;
  readonly scaled: readonly SoftmaxMeasures[];
  readonly plain: readonly SoftmaxMeasures[];
}

/** What is known so far. */
export interface Measured {
  readonly depths: ReadonlyMap<number, DepthRuns>;
  readonly softmax: readonly SoftmaxRuns[];
}

/** Of several seeds. */
export interface Spread {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
}

const beyond = (x: number): number => (Number.isFinite(x) ? x : Number.POSITIVE_INFINITY);

/** What is no finite number comes after all numbers: it grew out of a float's range. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.map(beyond).sort((a, b) => a - b);
  const at = (i: number) => sorted[i] ?? Number.NaN;
  return { low: at(0), middle: at((sorted.length - 1) >> 1), high: at(sorted.length - 1) };
}

export type Measure = keyof LayerMeasures;

/** The measure at the words and after each layer. */
export function layersOf(runs: readonly LayerMeasures[], measure: Measure): readonly Spread[] {
  const [first] = runs;
  return Array.from(first?.[measure] ?? [], (_, layer) =>
    spreadOf(runs.map((run) => run[measure][layer] ?? Number.NaN)),
  );
}

/** The measure of one wiring at a layer, where it has been measured. */
export function spreadAt(
  { depths }: Measured,
  [depth, wiring]: readonly [depth: number, wiring: Wiring],
  measure: Measure,
  layer: number,
): Spread | null {
  const runs = depths.get(depth)?.[wirings.indexOf(wiring)];
  return runs ? spreadOf(runs.map((run) => run[measure].at(layer) ?? Number.NaN)) : null;
}

/** Whether these encoders of a depth have been measured. */
export const isMeasured = (
  { depths }: Measured,
  depth: number,
  which: readonly Wiring[] = wirings,
): boolean => which.every((wiring) => depths.get(depth)?.[wirings.indexOf(wiring)]);
