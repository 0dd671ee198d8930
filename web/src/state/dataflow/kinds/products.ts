import { msg } from '../../../words/msg';
import { type Operand, range } from '../cell';
import {
  constant,
  type Explanation,
  either,
  explanation,
  fraction,
  type Kind,
  letter,
  operandOf,
  power,
  root,
  row,
  sumOf,
  total,
  value,
} from '../explanation';

/** Σ a·b over cells, and a bias where there is one: linear, scores and mixture. */
export function dot(
  pairs: readonly (readonly Operand[])[],
  bias: Operand | null = null,
): Explanation {
  const terms = pairs.map((factors) => ({
    factors,
    value: factors.reduce((product, { value }) => product * value, 1),
  }));
  const one = row(...(pairs[0] ?? []).map((factor) => operandOf(factor, 'i')));
  return explanation({
    operands: [...pairs.flat(), ...(bias ? [bias] : [])],
    value: total(terms.map((term) => term.value)) + (bias?.value ?? 0),
    written: row(sumOf(one, terms), ...(bias ? ['+', operandOf(bias)] : [])),
    list: { kind: 'terms', terms },
  });
}

/** y[i,o] = Σ_j x[i,j] · weight[o,j] + bias[o] */
export interface Linear extends Kind<'linear'> {
  readonly x: string;
  readonly weight: string;
  /** Which row of its matrix makes number o, where it is another than row o: of a key that heads share. */
  readonly rowOf?: (o: number) => number;
}

export function linear(x: string, weight: string, bias: string): Linear {
  return {
    kind: 'linear',
    inputs: [x, weight, bias],
    x,
    weight,
    explain(reader, [i = 0, o = 0]) {
      const pairs = reader
        .row(x, i)
        .map((each, j) => [each, reader.operand(weight, o, j)] as const);
      return dot(pairs, reader.operand(bias, o));
    },
    back: (reader, _input, [i = 0, j = 0], name) =>
      dot(
        range(reader.width(name)).map((o) => [
          reader.gradient(name, i, o),
          reader.operand(weight, o, j),
        ]),
      ),
  };
}

const lengthOf = (numbers: readonly Operand[]): number =>
  Math.hypot(...numbers.map((each) => each.value));

const lengthIn = (name: string) => root(sumOf(power(letter(`${name}_i`), constant(2))));

/** a · b ÷ (|a| · |b|) */
export function cosine(a: readonly Operand[], b: readonly Operand[]): Explanation {
  const terms = a.map((each, i) => {
    const factors = [each, b[i] as Operand];
    return { factors, value: each.value * (b[i]?.value ?? 0) };
  });
  const product = total(terms.map((term) => term.value));
  const [m, n] = [lengthOf(a), lengthOf(b)];
  return explanation({
    operands: [...a, ...b],
    value: product / (m * n),
    about: msg`The dot product of two vectors, divided by their lengths.`,
    written: either(
      fraction(
        sumOf(row(letter('a_i'), '·', letter('b_i'))),
        row(lengthIn('a'), '·', lengthIn('b')),
      ),
      fraction(value(product), row('(', value(m), '×', value(n), ')')),
    ),
    list: { kind: 'terms', terms },
  });
}
