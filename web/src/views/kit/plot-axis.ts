import { grouped, inLanguage } from '../../words/language';

/** An axis of a plot, from its first value to its last. */
export interface Axis {
  readonly from: number;
  readonly to: number;
  /** Equal ratios are equally long. Its values are positive. Default: false. */
  readonly log?: boolean;
}

/** The two places in the drawing that an axis runs between, in CSS pixels. */
export type Ends = readonly [begin: number, end: number];

const linear = (axis: Axis, value: number): number => (axis.log ? Math.log10(value) : value);

/** Where a value is in the drawing; NaN for a value that the axis cannot have. */
export function placed(axis: Axis, [begin, end]: Ends, value: number): number {
  const [low, high, at] = [axis.from, axis.to, value].map((x) => linear(axis, x)) as [
    number,
    number,
    number,
  ];
  if (!Number.isFinite(at)) return Number.NaN;
  return begin + ((at - low) / (high - low || 1)) * (end - begin);
}

/** The value that is at a place, within the axis. */
export function valueAt(axis: Axis, [begin, end]: Ends, place: number): number {
  const share = Math.min(1, Math.max(0, (place - begin) / (end - begin || 1)));
  const [low, high] = [linear(axis, axis.from), linear(axis, axis.to)];
  const at = low + share * (high - low);
  return axis.log ? 10 ** at : at;
}

/** A number without the noise of its computation in binary. */
const clean = (x: number): number => Number(x.toPrecision(12));

function linearTicks({ from, to }: Axis, most: number): number[] {
  const rough = (to - from) / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((m) => m * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.max(0, Math.floor(to / step + 1e-9) - first + 1);
  return Array.from({ length: count }, (_, i) => clean((first + i) * step));
}

function logTicks({ from, to }: Axis, most: number): number[] {
  const [low, high] = [Math.log10(from), Math.log10(to)];
  const within = (x: number) => x >= from * (1 - 1e-9) && x <= to * (1 + 1e-9);
  const decades = (step: number, parts: readonly number[]) => {
    const ticks: number[] = [];
    for (let power = Math.floor(low / step) * step; power <= high; power += step)
      ticks.push(...parts.map((part) => clean(part * 10 ** power)).filter(within));
    return ticks;
  };
  for (const parts of [[1, 2, 5], [1, 3], [1]]) {
    const ticks = decades(1, parts);
    if (ticks.length <= most) return ticks;
  }
  return decades(Math.ceil((high - low) / most), [1]);
}

/** Round values along an axis, at most so many and about as many. */
export function ticksOf(axis: Axis, most = 6): readonly number[] {
  if (!(axis.to > axis.from)) return [axis.from];
  return axis.log ? logTicks(axis, most) : linearTicks(axis, most);
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function raised(power: number): string {
  const digits = String(Math.abs(power)).replace(/\d/g, (d) => superscripts[Number(d)] ?? d);
  return power < 0 ? `⁻${digits}` : digits;
}

/** A value beside a tick: `1,500`, `.5`, `−2`, `10⁻⁷`. */
export function tickText(value: number): string {
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  const power = Math.log10(size);
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) {
    const whole = Math.floor(power + 1e-9);
    const front = Number((size / 10 ** whole).toPrecision(3));
    return `${sign}${front === 1 ? '' : `${inLanguage(String(front))}\u202f·\u202f`}10${raised(whole)}`;
  }
  const text = String(clean(size));
  if (size >= 1 && Number.isInteger(size)) return sign + grouped(size);
  return sign + inLanguage(text.replace(/^0\./, '.'));
}
