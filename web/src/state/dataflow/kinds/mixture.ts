import { range } from '../reader';
import { dot } from './dot';
import { cellOfHead, type HeadCut, headOfCell } from './head-cut';
import type { Kind } from './kind';

/** y[i, h·dK+j] = Σ_k weights[h,i,k] · value[k, h·dK+j], where heads are cut as they should be. */
export type Mixture = Kind<'mixture'>;

export function mixture(weights: string, value: string, cut: HeadCut = 'split'): Mixture {
  return {
    kind: 'mixture',
    inputs: [weights, value],
    explain(reader, [i = 0, j = 0]) {
      const [heads = 1, , keys = 0] = reader.shape(weights);
      const shape = reader.shape(value);
      const dK = reader.width(value) / heads;
      const [h, query, column] = headOfCell(shape, dK, [i, j], cut);
      return dot(
        range(keys).map((k) => [
          reader.operand(weights, h, query, k),
          reader.operand(value, ...cellOfHead(shape, dK, [h, k, column], cut)),
        ]),
      );
    },
    back(reader, input, [a = 0, b = 0, c = 0], name) {
      const [heads = 1, queries = 0] = reader.shape(weights);
      const dK = reader.width(value) / heads;
      if (input === value) {
        const h = Math.floor(b / dK);
        return dot(
          range(queries).map((i) => [
            reader.gradient(name, i, b),
            reader.operand(weights, h, i, a),
          ]),
        );
      }
      const columns = range(dK).map((j) => a * dK + j);
      return dot(columns.map((j) => [reader.gradient(name, b, j), reader.operand(value, c, j)]));
    },
  };
}
