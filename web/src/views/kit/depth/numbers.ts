import { msg } from '../../../words/msg';
import { tickText } from '../plot-axis';
import type { Measure } from './study';

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
