import { type Exponentials, explanation, total } from '../explanation';
import {
  constant,
  either,
  fraction,
  letter,
  operandOf,
  positiveValue,
  power,
  root,
  row,
  sumOf,
} from '../expression';
import type { Operand } from '../reader';
import type { Kind } from './kind';

/**
 * y[h,i,k] = e^(x[h,i,k] ÷ divisor) ÷ Σ_k e^(x[h,i,k] ÷ divisor), the sum over the keys that take
 * part: all, or with a causal mask those up to i.
 */
export interface Softmax extends Kind<'softmax'> {
  readonly x: string;
  readonly divisor: number;
}

/** Powers of e up to this one are written as they are; larger ones less the largest score. */
const largestExponent = 30;

/** e^(x − shift) of the keys that take part, their sum, and the shift that was needed. */
export function exponentials(
  scaled: readonly number[],
  takesPart: (key: number) => boolean = () => true,
): Exponentials {
  const top = Math.max(...scaled.filter((_, key) => takesPart(key)));
  const shift = Math.abs(top) > largestExponent ? top : 0;
  const powers = scaled.map((s, key) => (takesPart(key) ? Math.exp(s - shift) : 0));
  return { shift, powers, sum: total(powers) };
}

function inSymbols(score: Operand, divisor: number) {
  const scaled = (index: string) => {
    const s = operandOf(score, index);
    const exponent = divisor === 1 ? s : row(s, '÷', root(constant(Math.round(divisor ** 2))));
    return power(letter('e'), exponent);
  };
  return fraction(scaled('j'), sumOf(scaled('i')));
}

function aboutOf(divisor: number, shift: number, causal: boolean): string {
  const scaled = divisor === 1 ? 'Each score s' : `Each score s ÷ √${Math.round(divisor ** 2)}`;
  const less = shift === 0 ? '' : ', less the largest of them so that no power overflows,';
  const mask = causal ? ' Words that come later take no part.' : '';
  return `${scaled}${less} becomes a power of e; the weight is its share of the sum.${mask}`;
}

export function softmax(x: string, divisor: number, causal = false): Softmax {
  return {
    kind: 'softmax',
    inputs: [x],
    x,
    divisor,
    explain(reader, [h = 0, i = 0, own = 0]) {
      const scores = reader.row(x, h, i);
      const scaled = scores.map((score) => score.value / divisor);
      const found = exponentials(scaled, (key) => !causal || key <= i);
      const power = found.powers[own] ?? Number.NaN;
      return explanation({
        operands: scores,
        value: power / found.sum,
        about: aboutOf(divisor, found.shift, causal),
        written: either(
          inSymbols(scores[own] as Operand, divisor),
          fraction(positiveValue(power), positiveValue(found.sum)),
        ),
        list: { kind: 'powers', scores, own, divisor, ...found },
      });
    },
  };
}
