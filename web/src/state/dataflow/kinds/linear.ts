import { range } from '../reader';
import { dot } from './dot';
import type { Kind } from './kind';

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
