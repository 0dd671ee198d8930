import { msg } from '../../../words/msg';
import { type Operand, type Reader, range } from '../cell';
import {
  constant,
  type Explanation,
  type Expression,
  either,
  explanation,
  fraction,
  type Kind,
  operandOf,
  power,
  root,
  row,
  sumOf,
  total,
  value,
} from '../explanation';
import { dot } from './products';

/** y[i] = (Σ_j x[i,j]) ÷ d */
export type Mean = Kind<'mean'>;

/** y[i] = 1 ÷ √((Σ_j (x[i,j] − mean[i])²) ÷ d + eps) */
export type Rstd = Kind<'rstd'>;

/**
 * y[i,j] = (x[i,j] − mean[i]) · rstd[i] · gamma[j] + beta[j]. Its inputs are these in this order; mean
 * and beta are '' where it is an RMSNorm.
 */
export interface Norm extends Kind<'norm'> {
  readonly x: string;
  readonly axis: NormAxis;
}

/** What a norm is over: the numbers of a row, or, a known bug, the rows at one number. */
export type NormAxis = 'model' | 'tokens';

export const numbersAt = (
  reader: Reader,
  x: string,
  i: number,
  axis: NormAxis,
): readonly Operand[] =>
  axis === 'model'
    ? reader.row(x, i)
    : range(reader.shape(x)[0] ?? 0).map((token) => reader.operand(x, token, i));

/** The mean's one term in symbols is that of the first number. */
const first = (operands: readonly Operand[]) => operands[0] as Operand;

/** (Σ x) ÷ d */
export function meanOf(numbers: readonly Operand[]): Explanation {
  const terms = numbers.map((each) => ({ factors: [each], value: each.value }));
  const d = numbers.length;
  return explanation({
    operands: numbers,
    value: total(numbers.map((each) => each.value)) / d,
    about: msg`The mean of ${d} numbers.`,
    written: fraction(sumOf(operandOf(first(numbers), 'i'), terms), constant(d)),
  });
}

/** √((Σ (x − mean)²) ÷ d + eps) */
export function deviationOf(
  numbers: readonly Operand[],
  mu: Operand,
  eps: number,
): Explanation & { readonly written: Expression } {
  const d = numbers.length;
  const variance = total(numbers.map((each) => (each.value - mu.value) ** 2)) / d;
  const distance = row('(', operandOf(first(numbers), 'i'), '−', operandOf(mu), ')');
  const symbols = fraction(sumOf(power(distance, constant(2))), constant(d));
  const numeric = value(variance, 4, msg`mean of ${d} squared deviations from μ`);
  const written = root(row(either(symbols, numeric), '+', constant(eps)));
  return {
    ...explanation({
      operands: [...numbers, mu],
      value: Math.sqrt(variance + eps),
      about: msg`The standard deviation of ${d} numbers; ε keeps it above 0.`,
      list: { kind: 'numbers', numbers: [mu, ...numbers] },
    }),
    written,
  };
}

export function mean(x: string, axis: NormAxis = 'model'): Mean {
  return {
    kind: 'mean',
    inputs: [x],
    explain(reader, [i = 0]) {
      return meanOf(numbersAt(reader, x, i, axis));
    },
    back(reader, input, [i = 0], name) {
      const g = reader.gradient(name, i);
      const d = reader.width(input);
      return explanation({
        operands: [g],
        value: g.value / d,
        written: fraction(operandOf(g), constant(d)),
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
      const sigma = deviationOf(numbers, reader.operand(meanOfX, i), eps);
      return {
        ...sigma,
        value: 1 / sigma.value,
        about: msg`1 over the standard deviation of ${numbers.length} numbers; ε keeps it finite.`,
        written: fraction(constant(1), sigma.written),
      };
    },
    back(reader, input, [i = 0, j = 0], name) {
      // Moving μ alone does not change the sum of squares: the distances from it add up to 0.
      if (input === meanOfX) return null;
      const g = reader.gradient(name, i);
      const [r, number, mu] = [
        reader.operand(name, i),
        reader.operand(x, i, j),
        reader.operand(meanOfX, i),
      ];
      const d = reader.width(x);
      return explanation({
        operands: [g, r, number, mu],
        value: (-g.value * r.value ** 3 * (number.value - mu.value)) / d,
        written: row(
          ...[
            '(',
            '−',
            operandOf(g),
            ')',
            '×',
            power(row('(', operandOf(r), ')'), constant(3)),
            '×',
          ],
          fraction(row('(', operandOf(number), '−', operandOf(mu), ')'), constant(d)),
        ),
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
        about: msg`Its distance from the mean in standard deviations, scaled by γ and shifted by β.`,
        written,
      });
    },
    back(reader, input, [i = 0, j = 0], name) {
      const scale = reader.operand(names.rstd, i);
      if (input === names.x) {
        const [g, gamma] = [reader.gradient(name, i, j), reader.operand(names.gamma, j)];
        return explanation({
          operands: [g, gamma, scale],
          value: g.value * gamma.value * scale.value,
          written: row(operandOf(g), '×', operandOf(gamma), '×', operandOf(scale)),
        });
      }
      const scaled = range(reader.width(name)).map((at) => [
        reader.gradient(name, i, at),
        reader.operand(names.gamma, at),
      ]);
      const all = dot(scaled);
      const sum = all.written as Expression;
      if (input === names.mean)
        return explanation({
          ...all,
          operands: [...all.operands, scale],
          value: -scale.value * all.value,
          written: row('(', '−', operandOf(scale), ')', '×', '(', sum, ')'),
        });
      const mu = reader.operand(names.mean, i);
      const along = dot(scaled.map((pair, at) => [...pair, reader.operand(names.x, i, at)]));
      return explanation({
        ...along,
        operands: [...along.operands, mu],
        value: along.value - mu.value * all.value,
        written: row(along.written as Expression, '−', operandOf(mu), '×', '(', sum, ')'),
      });
    },
  };
}
