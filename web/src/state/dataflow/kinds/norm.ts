import { explanation, total } from '../explanation';
import {
  constant,
  either,
  fraction,
  operandOf,
  power,
  root,
  row,
  sumOf,
  value,
} from '../expression';
import { type Operand, type Reader, range } from '../reader';
import type { Kind } from './kind';

/** y[i] = (Σ_j x[i,j]) ÷ d */
export type Mean = Kind<'mean'>;

/** y[i] = 1 ÷ √((Σ_j (x[i,j] − mean[i])²) ÷ d + eps) */
export type Rstd = Kind<'rstd'>;

/** y[i,j] = (x[i,j] − mean[i]) · rstd[i] · gamma[j] + beta[j] */
export interface Norm extends Kind<'norm'> {
  readonly x: string;
  readonly axis: NormAxis;
}

/** What a norm is over: the numbers of a row, or, a known bug, the rows at one number. */
export type NormAxis = 'model' | 'tokens';

const numbersAt = (reader: Reader, x: string, i: number, axis: NormAxis): readonly Operand[] =>
  axis === 'model'
    ? reader.row(x, i)
    : range(reader.shape(x)[0] ?? 0).map((token) => reader.operand(x, token, i));

/** The mean's one term in symbols is that of the first number. */
const first = (operands: readonly Operand[]) => operands[0] as Operand;

export function mean(x: string, axis: NormAxis = 'model'): Mean {
  return {
    kind: 'mean',
    inputs: [x],
    explain(reader, [i = 0]) {
      const numbers = numbersAt(reader, x, i, axis);
      const terms = numbers.map((each) => ({ factors: [each], value: each.value }));
      const d = numbers.length;
      return explanation({
        operands: numbers,
        value: total(numbers.map((each) => each.value)) / d,
        about: `The mean of ${d} numbers.`,
        written: fraction(sumOf(operandOf(first(numbers), 'i'), terms), constant(d)),
      });
    },
  };
}

export function rstd(x: string, meanOfX: string, eps: number, axis: NormAxis = 'model'): Rstd {
  return {
    kind: 'rstd',
    inputs: [x, meanOfX],
    explain(reader, [i = 0]) {
      const numbers = numbersAt(reader, x, i, axis);
      const mu = reader.operand(meanOfX, i);
      const d = numbers.length;
      const variance = total(numbers.map((each) => (each.value - mu.value) ** 2)) / d;
      const distance = row('(', operandOf(first(numbers), 'i'), '−', operandOf(mu), ')');
      const symbols = fraction(sumOf(power(distance, constant(2))), constant(d));
      const numeric = value(variance, 4, `mean of ${d} squared distances from μ`);
      return explanation({
        operands: [...numbers, mu],
        value: 1 / Math.sqrt(variance + eps),
        about: `1 over the standard deviation of ${d} numbers; ε keeps it finite.`,
        written: fraction(constant(1), root(row(either(symbols, numeric), '+', constant(eps)))),
        list: { kind: 'numbers', numbers: [mu, ...numbers] },
      });
    },
  };
}

export interface NormInputs {
  readonly x: string;
  readonly mean: string;
  readonly rstd: string;
  readonly gamma: string;
  readonly beta: string;
  readonly axis: NormAxis;
}

export function norm(names: NormInputs): Norm {
  return {
    kind: 'norm',
    inputs: [names.x, names.mean, names.rstd, names.gamma, names.beta],
    x: names.x,
    axis: names.axis,
    explain(reader, [i = 0, j = 0]) {
      const x = reader.operand(names.x, i, j);
      const along = names.axis === 'model' ? i : j;
      const mu = reader.operand(names.mean, along);
      const scale = reader.operand(names.rstd, along);
      const gamma = reader.operand(names.gamma, j);
      const beta = reader.operand(names.beta, j);
      const written = row(
        ...['(', operandOf(x), '−', operandOf(mu), ')', '×', operandOf(scale)],
        ...['×', operandOf(gamma), '+', operandOf(beta)],
      );
      return explanation({
        operands: [x, mu, scale, gamma, beta],
        value: (x.value - mu.value) * scale.value * gamma.value + beta.value,
        about: 'Its distance from the mean in standard deviations, scaled by γ and shifted by β.',
        written,
      });
    },
  };
}
