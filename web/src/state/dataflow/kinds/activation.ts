import type { ModelConfig } from '../../../model/protocol';
import { later, msg } from '../../../words/msg';
import { signed } from '../../format';
import {
  constant,
  type Expression,
  either,
  explanation,
  fraction,
  type Kind,
  letter,
  operandOf,
  power,
  root,
  row,
  value,
} from '../explanation';

/** Abramowitz & Stegun's series for small x, their continued fraction for large: erf to 1e-12. */
function erf(x: number): number {
  const size = Math.abs(x);
  const value = size < 2.5 ? series(size) : 1 - tail(size);
  return x < 0 ? -value : value;
}

/** 2/√π · e^(−x²) · Σ 2ⁿ x^(2n+1) ÷ (1·3·…·(2n+1)): formula 7.1.6. */
function series(x: number): number {
  let term = x;
  let sum = x;
  for (let n = 1; term > sum * 1e-16; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/** erfc by the continued fraction x + ½/(x + 1/(x + 1½/(x + …))): formula 7.1.14. */
function tail(x: number): number {
  let fraction = x;
  for (let k = 60; k >= 1; k--) fraction = x + k / 2 / fraction;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
}

export type ActivationId = ModelConfig['hidden_act'];

/** What the page knows of an activation function f. */
export interface ActivationFunction {
  readonly name: string;
  readonly apply: (u: number) => number;
  /** f′(u) */
  readonly slope: (u: number) => number;
  /** f(u) in a line of text. */
  readonly formula: string;
  /** f(u) as mathematics. */
  readonly write: (u: Expression) => Expression;
  /** Whether it is 0 for every u below 0, and not only held back. */
  readonly cutsOff: boolean;
}

/** The inner part of GELU's approximation. */
const tanhIn = (u: number): number => Math.tanh(Math.sqrt(2 / Math.PI) * (u + 0.044715 * u ** 3));

/** A new activation is an entry here and its name in `ModelConfig`. Φ is the normal distribution’s. */
export const activations: Readonly<Record<ActivationId | 'none', ActivationFunction>> = {
  none: {
    name: later('None'),
    apply: (u) => u,
    slope: () => 1,
    formula: 'u',
    write: (u) => u,
    cutsOff: false,
  },
  relu: {
    name: 'ReLU',
    apply: (u) => Math.max(0, u),
    slope: (u) => (u > 0 ? 1 : 0),
    formula: 'max(0, u)',
    write: (u) => row(letter('max'), '(', constant(0), ',', u, ')'),
    cutsOff: true,
  },
  gelu: {
    name: 'GELU',
    apply: (u) => 0.5 * u * (1 + erf(u / Math.SQRT2)),
    slope: (u) =>
      0.5 * (1 + erf(u / Math.SQRT2)) + (u * Math.exp(-0.5 * u * u)) / Math.sqrt(2 * Math.PI),
    formula: 'u · Φ(u)',
    write: (u) => row(u, '×', letter('Φ'), '(', u, ')'),
    cutsOff: false,
  },
  gelu_tanh: {
    name: 'GELU',
    apply: (u) => 0.5 * u * (1 + tanhIn(u)),
    slope(u) {
      const t = tanhIn(u);
      return 0.5 * (1 + t + u * (1 - t * t) * Math.sqrt(2 / Math.PI) * (1 + 3 * 0.044715 * u * u));
    },
    formula: '½ u (1 + tanh(√(2/π) (u + 0.044715 u³)))',
    write: (u) => {
      const cubic = row(constant('0.044715'), '×', power(u, constant(3)));
      const inner = row('(', u, '+', cubic, ')');
      const factor = root(fraction(constant(2), letter('π')));
      const tanh = row(letter('tanh'), '(', factor, '×', inner, ')');
      return row(constant('½'), '×', u, '×', '(', constant(1), '+', tanh, ')');
    },
    cutsOff: false,
  },
  silu: {
    name: 'SiLU',
    apply: (u) => u / (1 + Math.exp(-u)),
    slope(u) {
      const s = 1 / (1 + Math.exp(-u));
      return s * (1 + u * (1 - s));
    },
    formula: 'u ÷ (1 + e⁻ᵘ)',
    write: (u) => fraction(u, row(constant(1), '+', power(letter('e'), row('−', u)))),
    cutsOff: false,
  },
};

/** y[i,j] = f(x[i,j]) */
export type Activation = Kind<'activation'>;

export function activation(x: string, id: ActivationId | 'none'): Activation {
  const { apply, write, formula, slope, cutsOff } = activations[id];
  return {
    kind: 'activation',
    inputs: [x],
    explain(reader, index) {
      const u = reader.operand(x, ...index);
      return explanation({
        operands: [u],
        value: apply(u.value),
        about: `f(u) = ${formula}`,
        written: write(operandOf(u)),
      });
    },
    back(reader, input, index, name) {
      const u = reader.operand(input, ...index);
      const g = reader.gradient(name, ...index);
      const by = slope(u.value);
      const about = cutsOff
        ? u.value > 0
          ? msg`u is above 0: the gradient passes unchanged.`
          : msg`u is not above 0: nothing passes through.`
        : msg`The gradient times the slope of f at u = ${signed(u.value, 3)}.`;
      return explanation({
        operands: [g, u],
        value: g.value * by,
        about,
        written: row(
          operandOf(g),
          '×',
          either(row(letter('f′'), '(', operandOf(u), ')'), value(by, 3, 'f′(u)')),
        ),
      });
    },
  };
}
