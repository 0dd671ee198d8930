import { range } from '../reader';
import { dot } from './dot';
import { cellOfHead, type HeadCut } from './head-cut';
import type { Kind } from './kind';

/** y[h,i,k] = Σ_j query[i, h·dK+j] · key[k, h·dK+j], where heads are cut as they should be. */
export interface Scores extends Kind<'scores'> {
  readonly query: string;
  readonly key: string;
  readonly cut: HeadCut;
}

export function scores(query: string, key: string, cut: HeadCut = 'split'): Scores {
  return {
    kind: 'scores',
    inputs: [query, key],
    query,
    key,
    cut,
    explain(reader, [h = 0, i = 0, k = 0], name) {
      const dK = reader.width(query) / (reader.shape(name)[0] ?? 1);
      const at = (tensor: string, token: number, j: number) =>
        reader.operand(tensor, ...cellOfHead(reader.shape(tensor), dK, [h, token, j], cut));
      return dot(range(dK).map((j) => [at(query, i, j), at(key, k, j)]));
    },
    back(reader, input, [i = 0, j = 0], name) {
      const [heads = 1, , keys = 0] = reader.shape(name);
      const h = Math.floor((j * heads) / reader.width(query));
      return dot(
        range(keys).map((k) =>
          input === query
            ? [reader.gradient(name, h, i, k), reader.operand(key, k, j)]
            : [reader.gradient(name, h, k, i), reader.operand(query, k, j)],
        ),
      );
    },
  };
}
