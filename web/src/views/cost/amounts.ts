import { grouped, inLanguage } from '../../words/language';
import { later, msg } from '../../words/msg';

/** Passes of the page's own core that were timed on the reader's machine. */
export interface Measured {
  /** Milliseconds of one pass, by the number of words. */
  readonly times: ReadonlyMap<number, number>;
  readonly running: boolean;
  /** Why it could not be measured; empty otherwise. */
  readonly problem: string;
}

export const nothingMeasured: Measured = { times: new Map(), running: false, problem: '' };

/** The numbers of words that are timed. */
export const timedWords = [8, 16, 32, 64, 128, 256, 512] as const;

/** Models with more parameters than this take too long to make here. */
export const mostTimed = 12e6;

/** Large amounts in words: 1.25 million, 167 million, 175 billion. */

const space = '\u00a0';

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** An exponent, raised. */
export const power = (exponent: number): string =>
  String(exponent).replace(/\d/g, (digit) => raised[Number(digit)] ?? digit);

/** Three digits that count, without needless zeros. */
const three = (x: number): string => inLanguage(String(Number(x.toPrecision(3))));

const billions = (count: string): string =>
  count === '1' ? msg`1\u00a0billion` : msg`${count}\u00a0billion`;

const millions = (count: string): string =>
  count === '1' ? msg`1\u00a0million` : msg`${count}\u00a0million`;

const names = [
  [1e9, billions],
  [1e6, millions],
] as const;

/** A count: `512`, `22,400`, `1.25 million`, `3.1 · 10¹³`. */
export function amount(x: number): string {
  if (x >= 1e12) {
    const exponent = Math.floor(Math.log10(x) + 1e-9);
    return `${three(x / 10 ** exponent)}${space}·${space}10${power(exponent)}`;
  }
  for (const [size, named] of names) if (x >= size * 0.9995) return named(three(x / size));
  return whole(x >= 10_000 ? Number(x.toPrecision(3)) : Math.round(x));
}

/** A whole number with all of its digits: `1,245,747`. */
export const whole = grouped;

const units = [later('bytes'), 'kB', 'MB', 'GB', 'TB', 'PB'];

/** `61.4 kB` */
export function bytesText(x: number): string {
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, x)) / 3)));
  return `${three(x / 1000 ** unit)}${space}${msg(units[unit] ?? '')}`;
}

const times = [
  [365.25 * 86400, later('years')],
  [86400, later('days')],
  [3600, later('hours')],
  [60, later('minutes')],
  [1, later('seconds')],
  [0.001, later('milliseconds')],
] as const;

/** `6 minutes` */
export function timeText(seconds: number): string {
  const [size, name] = times.find(([each]) => seconds >= 1.5 * each) ?? times[5];
  const count = seconds / size;
  return `${count >= 1e6 ? amount(count) : grouped(Number(count.toPrecision(2)))}${space}${msg(name)}`;
}
