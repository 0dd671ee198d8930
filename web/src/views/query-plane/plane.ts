import { dot, lengthOf } from '../../state/vector';

/**
 * A plane in which scores can be read. Across runs the direction of the query itself, so that how far a
 * key reaches along it is its score; upwards the direction, at right angles to it, in which the keys
 * differ most.
 */
export interface QueryPlane {
  /** Length of the query: the place of its own tip. */
  readonly query: number;
  /** Along the query, and at right angles to it. */
  readonly keys: readonly (readonly [along: number, across: number])[];
  /** Share of how the keys differ from their mean that lies in this plane. */
  readonly share: number;
}

type Row = ArrayLike<number>;

const minus = (a: Float64Array, b: Row, by: number): Float64Array =>
  a.map((x, i) => x - by * (b[i] ?? 0));

/** A row of length 1 in its direction; of a row of zeros, the first axis. */
function unit(row: Row): Float64Array {
  const length = lengthOf(row);
  return Float64Array.from(row, (x, i) => (length > 0 ? x / length : Number(i === 0)));
}

const rounds = 120;

/** The direction at right angles to `axis` in which rows spread furthest, by power iteration. */
function widest(rows: readonly Float64Array[], axis: Float64Array): Float64Array {
  // Any start will do that is not at right angles to the answer.
  const start = axis.map((_, i) => Math.cos(1.7 * i + 1));
  let found = unit(minus(start, axis, dot(start, axis)));
  for (let round = 0; round < rounds; round++) {
    let next: Float64Array = new Float64Array(axis.length);
    for (const row of rows) next = minus(next, row, -dot(row, found));
    next = minus(next, axis, dot(next, axis));
    if (lengthOf(next) === 0) break;
    found = unit(next);
  }
  return found;
}

function centred(rows: readonly Row[]): readonly Float64Array[] {
  const mean = Float64Array.from(rows[0] ?? [], () => 0);
  for (const row of rows)
    for (let i = 0; i < mean.length; i++) mean[i] = (mean[i] ?? 0) + (row[i] ?? 0) / rows.length;
  return rows.map((row) => minus(Float64Array.from(row), mean, 1));
}

export function queryPlane(query: Row, keys: readonly Row[]): QueryPlane {
  const along = unit(query);
  const spread = centred(keys);
  const across = widest(spread, along);
  const total = spread.reduce((sum, row) => sum + dot(row, row), 0);
  const kept = spread.reduce((sum, row) => sum + dot(row, along) ** 2 + dot(row, across) ** 2, 0);
  return {
    query: lengthOf(query),
    keys: keys.map((key) => [dot(key, along), dot(key, across)] as const),
    share: total > 0 ? kept / total : 1,
  };
}
