import { range } from '../reader';
import { dot } from './dot';
import type { Kind } from './kind';

/** y[h,i,k] = Σ_j query[i, h·dK+j] · key[k, h·dK+j] */
export interface Scores extends Kind<'scores'> {
  readonly query: string;
  readonly key: string;
}

export function scores(query: string, key: string): Scores {
  return {
    kind: 'scores',
    inputs: [query, key],
    query,
    key,
    explain(reader, [h = 0, i = 0, k = 0], name) {
      const dK = reader.width(query) / (reader.shape(name)[0] ?? 1);
      const columns = range(dK).map((j) => h * dK + j);
      return dot(columns.map((j) => [reader.operand(query, i, j), reader.operand(key, k, j)]));
    },
  };
}
