/** Attention of one head, a tile at a time: what is known of each row after some of the tiles. */

/** A head's numbers: rows of words. */
export interface HeadNumbers {
  readonly queries: readonly ArrayLike<number>[];
  readonly keys: readonly ArrayLike<number>[];
  readonly values: readonly ArrayLike<number>[];
  /** What a product is made into before the softmax; null for a key that takes no part. */
  readonly score: (product: number, query: number, key: number) => number | null;
}

/** What is kept of a row in place of its scores. */
export interface RowSoFar {
  /** The largest score met. */
  readonly most: number;
  /** Σ e^(score − most) over the keys met. */
  readonly sum: number;
  /** Σ e^(score − most) · value ÷ sum. */
  readonly output: readonly number[];
  /** Keys met. */
  readonly met: number;
}

/** Queries and keys of a tile, from the first to one before the end. */
export interface Tile {
  readonly queries: readonly [number, number];
  readonly keys: readonly [number, number];
}

/** The tiles of n × n scores in the order in which they are made: row after row of tiles. */
export function tilesOf(n: number, size: number): readonly Tile[] {
  const starts = Array.from({ length: Math.ceil(n / size) }, (_, i) => i * size);
  const from = (start: number) => [start, Math.min(n, start + size)] as const;
  return starts.flatMap((q) => starts.map((k) => ({ queries: from(q), keys: from(k) })));
}

const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

/** The score of a key for a query; null where it takes no part. */
export const scoreOf = (head: HeadNumbers, query: number, key: number): number | null =>
  head.score(dot(head.queries[query] ?? [], head.keys[key] ?? []), query, key);

const untouched = (width: number): RowSoFar => ({
  ...{ most: Number.NEGATIVE_INFINITY, sum: 0, met: 0 },
  output: new Array<number>(width).fill(0),
});

/** A row once it has met the keys of one more tile: what it had counts less where a larger score comes. */
function meet(row: RowSoFar, head: HeadNumbers, query: number, { keys }: Tile): RowSoFar {
  const [first, end] = keys;
  const met = Array.from({ length: end - first }, (_, i) => first + i);
  const scores = met.flatMap((key) => {
    const score = scoreOf(head, query, key);
    return score === null ? [] : [[key, score] as const];
  });
  const most = Math.max(row.most, ...scores.map(([, score]) => score));
  if (most === Number.NEGATIVE_INFINITY) return { ...row, met: row.met + met.length };
  const powers = scores.map(([key, score]) => [key, Math.exp(score - most)] as const);
  const kept = row.sum * Math.exp(row.most - most);
  const sum = powers.reduce((all, [, power]) => all + power, kept);
  const output = row.output.map((x, j) =>
    powers.reduce(
      (all, [key, power]) => all + (power / sum) * (head.values[key]?.[j] ?? 0),
      (kept / sum) * x,
    ),
  );
  return { most, sum, output, met: row.met + met.length };
}

/** Every row after the first tiles. */
export function afterTiles(
  head: HeadNumbers,
  tiles: readonly Tile[],
  count: number,
): readonly RowSoFar[] {
  const width = head.values[0]?.length ?? 0;
  const rows = head.queries.map(() => untouched(width));
  for (const tile of tiles.slice(0, count))
    for (let query = tile.queries[0]; query < tile.queries[1]; query++)
      rows[query] = meet(rows[query] as RowSoFar, head, query, tile);
  return rows;
}
