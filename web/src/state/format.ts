/**
 * Number formatting: a true minus sign, nothing rounded to a false zero, NaN and ∞ as they are; the
 * decimals after the sign of the reader's language. What is saved or sent is written by JavaScript itself.
 */
import { inLanguage } from '../words/language';
import { later, msg } from '../words/msg';

const minus = '\u2212';
const thinSpace = '\u202f';

/** What is no finite number: `NaN`, `∞`, `−∞`. */
const odd = (x: number): string => (x > 0 ? '∞' : x < 0 ? `${minus}∞` : 'NaN');

/** A signed number: `−4.09`. A number that rounds to zero has no sign. */
export function signed(x: number, digits = 2): string {
  if (!Number.isFinite(x)) return odd(x);
  const size = inLanguage(Math.abs(x).toFixed(digits));
  return x < 0 && /[1-9]/.test(size) ? minus + size : size;
}

/** A number of any size and sign, as gradients are: two digits that count, `−0.0042`, `3.1e−7`. */
export function fine(x: number): string {
  const size = Math.abs(x);
  if (x === 0 || size >= 0.1 || !Number.isFinite(x)) return signed(x, x === 0 ? 0 : 3);
  const text = inLanguage(
    size < 0.001 ? size.toExponential(1).replace('-', minus) : size.toPrecision(2),
  );
  return x < 0 ? minus + text : text;
}

/** A weight between 0 and 1: `.521`. `<.001` and `>.999` if rounding would give 0 or 1; any other as `signed`. */
export function weight(w: number, digits = 3): string {
  if (!Number.isFinite(w)) return odd(w);
  if (w === 0 || w === 1) return String(w);
  const step = 10 ** -digits;
  if (w < 0 || w > 1 + step / 2) return signed(w, digits);
  if (w < step / 2) return `<${inLanguage(step.toFixed(digits).slice(1))}`;
  if (w > 1 - step / 2) return `>${inLanguage((1 - step).toFixed(digits).slice(1))}`;
  return inLanguage(w.toFixed(digits).slice(1));
}

/** A share: `52 %`. */
export function percent(w: number): string {
  if (!Number.isFinite(w)) return odd(w);
  if (w > 0 && w < 0.005) return `<1${thinSpace}%`;
  if (w < 1 && w > 0.995) return `>99${thinSpace}%`;
  return `${signed(w * 100, 0)}${thinSpace}%`;
}

/** A positive number of any size, with as many decimals as fit: `17.801`, `34415`. */
export function positive(x: number, digits = 3): string {
  if (!Number.isFinite(x)) return odd(x);
  const least = 10 ** -digits;
  if (x !== 0 && x < least / 2) return `<${inLanguage(least.toFixed(digits).slice(1))}`;
  const exponent = x < 1 ? 0 : Math.floor(Math.log10(x));
  if (exponent < 5) return inLanguage(x.toFixed(Math.min(digits, 4 - exponent)));
  return inLanguage(`${(x / 10 ** exponent).toFixed(2)}e${exponent}`);
}

const counts = [
  ...[later('no'), later('one'), later('two'), later('three'), later('four')],
  ...[later('five'), later('six'), later('seven'), later('eight'), later('nine')],
];

/** `one`, `two`, … for small counts in a sentence. */
export const count = (n: number): string => msg(counts[n] ?? String(n));

/** The same in a message that has plurals of the number. */
export const counted = (n: number, write = count) => ({
  toString: () => write(n),
  valueOf: () => n,
});

/** A number that somebody chose, without needless zeros: `0.5`, `−1`, `16`. */
export function plain(x: number): string {
  const size = inLanguage(String(Number(Math.abs(x).toPrecision(3))));
  return x < 0 ? minus + size : size;
}

/** What scores are divided by: `√16` where it is the root of dK, else the number, `8`. */
export const divisorText = (divisor: number, dK: number): string =>
  Math.abs(divisor ** 2 - dK) < 1e-6 ? `√${dK}` : plain(divisor);

/** A text as the beginning of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A sentence that goes on after another. */
export const uncapital = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
