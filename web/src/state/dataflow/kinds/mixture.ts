import { range } from '../reader';
import { dot } from './dot';
import type { Kind } from './kind';

/** y[i, h·dK+j] = Σ_k weights[h,i,k] · value[k, h·dK+j] */
export type Mixture = Kind<'mixture'>;

export function mixture(weights: string, value: string): Mixture {
  return {
    kind: 'mixture',
    inputs: [weights, value],
    explain(reader, [i = 0, j = 0]) {
      const [heads = 1, , keys = 0] = reader.shape(weights);
      const h = Math.floor(j / (reader.width(value) / heads));
      return dot(
        range(keys).map((k) => [reader.operand(weights, h, i, k), reader.operand(value, k, j)]),
      );
    },
  };
}
