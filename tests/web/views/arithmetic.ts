import type { Reckoning } from '../../../web/src/views/kit/reckoning';

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const powerOf = (digits: string): string =>
  [...digits].map((digit) => raised.indexOf(digit)).join('');

/** What a line of arithmetic comes to, as a reader would reckon it; its powers of ten are those of amounts. */
export function reckonedTo(text: string): number {
  const code = text
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/,/g, '')
    .replace(
      /(\d) · 10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g,
      (_, last: string, power: string) => `${last}e${powerOf(power)}`,
    )
    .replace(/10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, power: string) => `1e${powerOf(power)}`)
    .replace(/ (million|billion|kB|MB|GB|TB)/g, (_, unit: string) => `e${exponents[unit]}`)
    .replace(/ %/g, '/100')
    .replace(/−ln (\S+)/g, '-Math.log($1)')
    .replace(/√ (\S+)/g, 'Math.sqrt($1)')
    .replace(/√\(/g, 'Math.sqrt(')
    .replace(/[×·]/g, '*')
    .replace(/÷/g, '/')
    .replace(/−/g, '-');
  return Number(new Function(`return ${code}`)());
}

const exponents: Readonly<Record<string, number>> = {
  ...{ million: 6, billion: 9 },
  ...{ kB: 3, MB: 6, GB: 9, TB: 12 },
};

export const lineOf = ({ line }: Reckoning): string =>
  line.map((part) => (typeof part === 'string' ? part : part.text)).join(' ');
