// Numbers as the article's text writes them.

const thinSpace = '\u202f';

/** A number with a true minus sign and so many decimals. */
export const fixed = (x, digits = 2) => {
  const size = Math.abs(x).toFixed(digits);
  return x < 0 && Number(size) !== 0 ? `−${size}` : size;
};

/** A share: "79 %", "<1 %", "99.5 %" where two digits would hide the rest. */
export function share(x) {
  if (x > 0 && x < 0.005) return `<1${thinSpace}%`;
  const digits = x > 0.985 && x < 1 ? 1 : 0;
  return `${(100 * x).toFixed(digits)}${thinSpace}%`;
}

/** A count, with a comma every three digits. */
export const whole = (x) => Math.round(x).toLocaleString('en-US');

const raised = (exponent) =>
  (exponent < 0 ? '⁻' : '') +
  [...String(Math.abs(exponent))].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('');

/** A very small number as a power of ten: "about 10⁻⁶". */
export const tiny = (x) => (x === 0 ? 'exactly 0' : `about 10${raised(Math.round(Math.log10(x)))}`);

/** A very small or large number: "7·10⁶". */
export function power(x) {
  const [digit, exponent] = x.toExponential(0).split('e');
  return `${digit}·10${raised(Number(exponent))}`;
}

/** "1.2 million". */
export const millions = (x, digits = 1) => `${(x / 1e6).toFixed(digits)} million`;
