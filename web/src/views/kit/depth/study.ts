import type { LayerMeasures, SoftmaxMeasures } from '../../../learn/protocol';
import { count } from '../../../state/format';
import { later, msg } from '../../../words/msg';
import { tickText } from '../plot-axis';

/** What the reader has chosen of the study of depth. */
export interface DepthSettings {
  readonly depth: number;
  readonly norms: readonly Wiring['norm'][];
  readonly paths: readonly boolean[];
}

const allNorms: readonly Wiring['norm'][] = ['pre', 'post', 'none'];
const all: DepthSettings = { depth: 24, norms: allNorms, paths: [true, false] };

const pairOf = (part: string): readonly [key: string, value: string] => {
  const [key = '', value = ''] = part.split('=');
  return [key, value];
};

/** Reads "depth=24,norm=pre post,residual=on"; what is left out or cannot be is as at first. */
export function readDepth(text: string): DepthSettings {
  const fields = new Map(text.split(',').map((part) => pairOf(part)));
  const words = (key: string) => fields.get(key)?.split(' ') ?? [];
  const depth = Number(fields.get('depth'));
  const norms = allNorms.filter((norm) => words('norm').includes(norm));
  const paths = all.paths.filter((path) => words('residual').includes(path ? 'on' : 'off'));
  return {
    depth: Number.isInteger(depth) && depth >= 1 && depth <= deepest ? depth : all.depth,
    norms: norms.length > 0 ? norms : all.norms,
    paths: paths.length > 0 ? paths : all.paths,
  };
}

const part =
  /^(depth=([1-9]|[1-3]\d|4[0-8])|norm=(pre|post|none)( (pre|post|none))*|residual=(on|off)( (on|off))*)?$/;

/** Whether all of a text says something. */
export const isReadable = (text: string): boolean =>
  text.split(',').every((each) => part.test(each));

/** What `readDepth` reads back; empty for the settings at first. */
export function writeDepth({ depth, norms, paths }: DepthSettings): string {
  const residual = paths.map((path) => (path ? 'on' : 'off')).join(' ');
  return [
    ...(depth === all.depth ? [] : [`depth=${depth}`]),
    ...(norms.length === all.norms.length ? [] : [`norm=${norms.join(' ')}`]),
    ...(paths.length === all.paths.length ? [] : [`residual=${residual}`]),
  ].join(',');
}

/** The list with the value in or out; the last one stays. */
export function turned<T>(from: readonly T[], order: readonly T[], value: T): readonly T[] {
  const rest = from.filter((each) => each !== value);
  if (rest.length === 0) return from;
  return rest.length < from.length
    ? rest
    : order.filter((each) => each === value || from.includes(each));
}

export const turnNorm = (settings: DepthSettings, norm: Wiring['norm']): DepthSettings => ({
  ...settings,
  norms: turned(settings.norms, allNorms, norm),
});

export const turnPath = (settings: DepthSettings, path: boolean): DepthSettings => ({
  ...settings,
  paths: turned(settings.paths, all.paths, path),
});

export const isShown = ({ norms, paths }: DepthSettings, { norm, path }: Wiring): boolean =>
  norms.includes(norm) && paths.includes(path);

export const shownWirings = (settings: DepthSettings): readonly Wiring[] =>
  wirings.filter((wiring) => isShown(settings, wiring));

/** One of the six ways to wire an encoder that are compared. */
export interface Wiring {
  readonly norm: 'pre' | 'post' | 'none';
  /** Whether there is a residual connection around each sublayer. */
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

/** How deep an encoder is. */
export const layersText = (depth: number): string => msg`${depth} {0:layer|layers}`;

/** A size of any magnitude with two digits: `.13`, `7 · 10⁶`. What left the range of a float: `overflow`. */
export const sizeText = (x: number): string =>
  Number.isFinite(x) ? tickText(Number(x.toPrecision(2))) : msg`overflow`;

/** Below this, what is left of a difference is what float32 rounds off. */
const rounding = 1e-12;

/** A difference between words: `<10⁻¹²` where it is but rounding. */
export const differenceText = (x: number): string =>
  x < rounding ? `<${tickText(rounding)}` : sizeText(x);

/** As the measure is written. */
export const textOf = (measure: Measure, x: number): string =>
  measure === 'difference' ? differenceText(x) : sizeText(x);

/** The numbers of all lines that are on show, at a layer each. */
function numbersAt(
  measured: Measured,
  settings: DepthSettings,
  layers: Readonly<Record<'gradient' | 'difference', number>>,
): string {
  const numbers = wirings
    .filter((wiring) => isShown(settings, wiring))
    .flatMap((wiring) => {
      const of = (measure: 'gradient' | 'difference') =>
        spreadAt(measured, [settings.depth, wiring], measure, layers[measure])?.middle;
      const [gradient, difference] = [of('gradient'), of('difference')];
      if (gradient === undefined || difference === undefined) return [];
      return msg`${nameOf(wiring)}: gradient ${sizeText(gradient)}, difference ${differenceText(difference)}`;
    });
  return `${numbers.join('; ')}.`;
}

/** What is read at a layer. */
export function readout(measured: Measured, settings: DepthSettings, layer: number): string {
  const at = Math.min(layer, settings.depth);
  return msg`After layer ${at}: ${numbersAt(measured, settings, { gradient: at, difference: at })}`;
}

/** The same of both ends: the gradient where it ends, the difference where it is least. */
export function spoken(measured: Measured, settings: DepthSettings): string {
  const { depth } = settings;
  const numbers = numbersAt(measured, settings, { gradient: 0, difference: depth });
  return msg`${layersText(depth)}. Gradient at the words, difference at the end: ${numbers}`;
}

/** How the encoders were made, and what the lines are. */
export const aboutStudy = (): string =>
  msg`Untrained encoders with d = 32 and Xavier-uniform weights; a random gradient of size 1 is sent back from the end. Lines: the median of ${count(seeds)} seeds. Bands: all of them. Faint lines: other depths.`;
