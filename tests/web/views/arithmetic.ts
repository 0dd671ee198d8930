import type { Expression } from '../../../web/src/state/dataflow/explanation';
import type { Told } from '../../../web/src/views/kit/derivation';

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';

const powerOf = (digits: string): string =>
  [...digits].map((digit) => raised.indexOf(digit)).join('');

/** What a number as the page writes it is; its powers of ten are those of amounts. */
export function numberIn(text: string): number {
  const code = text
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[,<>]/g, '')
    .replace(
      /(\d) · 10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g,
      (_, last: string, power: string) => `${last}e${powerOf(power)}`,
    )
    .replace(/10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, power: string) => `1e${powerOf(power)}`)
    .replace(/ (million|billion|kB|MB|GB|TB)/g, (_, unit: string) => `e${exponents[unit]}`)
    .replace(/ (%|bytes)/g, (_, unit: string) => (unit === '%' ? '/100' : ''))
    .replace(/−/g, '-');
  return Number(new Function(`return ${code}`)());
}

const exponents: Readonly<Record<string, number>> = {
  ...{ million: 6, billion: 9 },
  ...{ kB: 3, MB: 6, GB: 9, TB: 12 },
};

const operators: Readonly<Record<string, string>> = { '×': '*', '·': '*', '÷': '/', '−': '-' };
const letters: Readonly<Record<string, string>> = { e: 'Math.E', '−ln': '-Math.log' };

/** An expression in numbers, as code. */
function codeOf(e: Expression): string {
  switch (e.kind) {
    case 'operand':
      return `(${e.operand.value})`;
    case 'value':
    case 'positive':
      return `(${e.value})`;
    case 'constant':
      return `(${numberIn(e.text)})`;
    case 'letter':
      return letters[e.text] ?? e.text;
    case 'operator':
      return operators[e.text] ?? e.text;
    case 'row': {
      // What stands behind a sign of equality is the same once more.
      const parts = e.parts.map((part) => (part.kind === 'operator' ? part.text : ''));
      return e.parts
        .slice(0, parts.includes('=') ? parts.indexOf('=') : undefined)
        .map(codeOf)
        .join(' ');
    }
    case 'fraction':
      return `((${codeOf(e.over)}) / (${codeOf(e.under)}))`;
    case 'power':
      return `((${codeOf(e.base)}) ** (${codeOf(e.exponent)}))`;
    case 'root':
      return `Math.sqrt(${codeOf(e.of)})`;
    case 'sum':
      return `(${e.terms.map(({ value }) => `(${value})`).join(' + ')})`;
    case 'either':
      return codeOf(e.numbers);
  }
}

/** What an expression comes to with its numbers. */
export const computed = (e: Expression): number => Number(new Function(`return ${codeOf(e)}`)());

/** The numbers of a sentence that can be asked. */
export const askedIn = (told: Told) =>
  told.flatMap((part) => (typeof part === 'string' ? [] : [part]));
