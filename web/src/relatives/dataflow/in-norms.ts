import { type Operand, range } from '../../state/dataflow/cell';
import {
  constant,
  either,
  explanation,
  fraction,
  operandOf,
  power,
  root,
  row,
  sumOf,
  total,
  value,
} from '../../state/dataflow/explanation';
import type { Norm, NormAxis, Rstd } from '../../state/dataflow/kinds/norm';
import { numbersAt } from '../../state/dataflow/kinds/norm';
import { dot } from '../../state/dataflow/kinds/products';
import { label } from '../../state/dataflow/node';
import { entry } from '../../state/dataflow/parts';
import { later, msg } from '../../words/msg';
import { ofKind, type Variant } from './entries';

/** y[i] = 1 ÷ √((Σ_j x[i,j]²) ÷ d + eps) */
function rrms(x: string, eps: number, axis: NormAxis): Rstd {
  return {
    kind: 'rstd',
    inputs: [x],
    explain(reader, [i = 0]) {
      const numbers = numbersAt(reader, x, i, axis);
      const d = numbers.length;
      const square = total(numbers.map((each) => each.value ** 2)) / d;
      const term = power(operandOf(numbers[0] as Operand, 'i'), constant(2));
      const mean = either(
        fraction(sumOf(term), constant(d)),
        value(square, 4, msg`mean of ${d} squares`),
      );
      return explanation({
        operands: numbers,
        value: 1 / Math.sqrt(square + eps),
        about: msg`1 over the root mean square of ${d} numbers; ε keeps it finite.`,
        written: fraction(constant(1), root(row(mean, '+', constant(eps)))),
        list: { kind: 'numbers', numbers },
      });
    },
    back(reader, _input, [i = 0, j = 0], name) {
      const [g, r, number] = [
        reader.gradient(name, i),
        reader.operand(name, i),
        reader.operand(x, i, j),
      ];
      const d = reader.width(x);
      return explanation({
        operands: [g, r, number],
        value: (-g.value * r.value ** 3 * number.value) / d,
        written: row(
          ...['(', '−', operandOf(g), ')', '×'],
          ...[power(row('(', operandOf(r), ')'), constant(3)), '×'],
          fraction(operandOf(number), constant(d)),
        ),
      });
    },
  };
}

interface RmsNames {
  readonly x: string;
  readonly rrms: string;
  readonly gamma: string;
  readonly axis: NormAxis;
}

/** RMSNorm: y[i,j] = x[i,j] · rrms[i] · gamma[j]. It takes off no mean. */
function rmsNorm({ x, rrms: scale, gamma, axis }: RmsNames): Norm {
  return {
    ...{ kind: 'norm', x, axis },
    inputs: [x, '', scale, gamma],
    explain(reader, [i = 0, j = 0]) {
      const operands = [
        reader.operand(x, i, j),
        reader.operand(scale, axis === 'model' ? i : j),
        reader.operand(gamma, j),
      ] as const;
      const [number, r, gain] = operands;
      return explanation({
        operands,
        value: number.value * r.value * gain.value,
        about: msg`RMSNorm: divided by the root mean square of the row, and scaled by γ. The mean is not subtracted.`,
        written: row(operandOf(number), '×', operandOf(r), '×', operandOf(gain)),
      });
    },
    back(reader, input, [i = 0, j = 0], name) {
      if (input === x) {
        const [g, gain] = [reader.gradient(name, i, j), reader.operand(gamma, j)];
        const r = reader.operand(scale, i);
        return explanation({
          operands: [g, gain, r],
          value: g.value * gain.value * r.value,
          written: row(operandOf(g), '×', operandOf(gain), '×', operandOf(r)),
        });
      }
      return dot(
        range(reader.width(name)).map((at) => [
          reader.gradient(name, i, at),
          reader.operand(gamma, at),
          reader.operand(x, i, at),
        ]),
      );
    },
  };
}

/** Norms that leave the mean where it is. */
export const rms: Variant = {
  applies: ({ norm_type }) => norm_type === 'rms_norm',
  rewrite: (config) => (each, all) => {
    const [name, { label: called }] = each;
    const { kind } = each[1].formula;
    if (kind === 'mean') return [];
    const of = name.replace(/\.(mean|rstd)$/, '');
    const norm = ofKind(all.get(of), 'norm');
    if (kind === 'rstd') {
      const x = each[1].formula.inputs[0] ?? '';
      const what =
        called.axes === 'token'
          ? later('1 ÷ root mean square of @’s numbers')
          : later('1 ÷ root mean square of all words');
      return [
        entry(
          `${of}.rrms`,
          rrms(x, config.layer_norm_eps, called.axes === 'token' ? 'model' : 'tokens'),
          label(what, '1/rms', called.role, { axes: called.axes }),
        ),
      ];
    }
    if (kind !== 'norm' || !norm) return [each];
    const { x, axis, inputs } = norm;
    return [
      entry(name, rmsNorm({ x, axis, rrms: `${name}.rrms`, gamma: inputs[3] ?? '' }), called),
    ];
  },
};
