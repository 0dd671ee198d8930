import { dot } from '../../state/vector';

/** The plane in which points in many dimensions lie furthest apart. */

export type Place = readonly [x: number, y: number];

function meanOf(vectors: readonly ArrayLike<number>[]): Float64Array {
  const mean = new Float64Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let i = 0; i < mean.length; i++)
      mean[i] = (mean[i] ?? 0) + (vector[i] ?? 0) / vectors.length;
  return mean;
}

const less = (vector: ArrayLike<number>, mean: Float64Array): Float64Array =>
  Float64Array.from(vector, (x, i) => x - (mean[i] ?? 0));

const rounds = 200;

/** The direction in which rows spread furthest, by power iteration, the others left out. */
function direction(rows: readonly Float64Array[], others: readonly Float64Array[]): Float64Array {
  const size = rows[0]?.length ?? 0;
  // Any start will do that is not at right angles to the answer.
  let axis = Float64Array.from({ length: size }, (_, i) => Math.cos(i * 1.7 + others.length));
  for (let round = 0; round < rounds; round++) {
    const next = new Float64Array(size);
    for (const row of rows) {
      const along = dot(row, axis);
      for (let i = 0; i < size; i++) next[i] = (next[i] ?? 0) + along * (row[i] ?? 0);
    }
    for (const other of others) {
      const along = dot(next, other);
      for (let i = 0; i < size; i++) next[i] = (next[i] ?? 0) - along * (other[i] ?? 0);
    }
    const length = Math.sqrt(dot(next, next)) || 1;
    axis = next.map((x) => x / length);
  }
  return axis;
}

/** The first principal components of some vectors, about their mean. */
export interface Axes {
  readonly mean: Float64Array;
  readonly directions: readonly Float64Array[];
}

export function axesOf(vectors: readonly ArrayLike<number>[], count: number): Axes {
  const mean = meanOf(vectors);
  const rows = vectors.map((vector) => less(vector, mean));
  const directions: Float64Array[] = [];
  while (directions.length < count) directions.push(direction(rows, directions));
  return { mean, directions };
}

/** How far any vector lies along each direction, and its squared distance from the mean. */
export function projected({ mean, directions }: Axes, vector: ArrayLike<number>) {
  const row = less(vector, mean);
  return { along: directions.map((each) => dot(row, each)), all: dot(row, row) };
}

/** Places in the plane, and the share of all spread that lies in it. */
export interface Plane {
  readonly places: readonly Place[];
  readonly share: number;
}

/** The first two principal components; their mean distance from the middle is 1. */
export function planeOf(vectors: readonly ArrayLike<number>[]): Plane {
  const axes = axesOf(vectors, 2);
  const found = vectors.map((vector) => {
    const { along, all } = projected(axes, vector);
    const place: Place = [along[0] ?? 0, along[1] ?? 0];
    return { place, all, within: place[0] ** 2 + place[1] ** 2 };
  });
  const sum = (of: (each: (typeof found)[number]) => number) =>
    found.reduce((total, each) => total + of(each), 0);
  const size = sum(({ within }) => Math.sqrt(within)) / (found.length || 1) || 1;
  const total = sum(({ all }) => all);
  return {
    places: found.map(({ place: [x, y] }): Place => [x / size, y / size]),
    share: total > 0 ? sum(({ within }) => within) / total : 0,
  };
}

/**
 * The places turned, and mirrored where that is nearer, so that they lie as near as can be to those of
 * another plane (orthogonal Procrustes): without this a map would flip from step to step.
 */
export function alignedTo(places: readonly Place[], other: readonly Place[]): readonly Place[] {
  let [xx, xy, yx, yy] = [0, 0, 0, 0];
  places.forEach(([x, y], i) => {
    const [u, v] = other[i] ?? [0, 0];
    xx += x * u;
    xy += x * v;
    yx += y * u;
    yy += y * v;
  });
  // Of a turn by an angle the match is (xx + yy) cos + (xy − yx) sin; of one after a mirroring of y,
  // (xx − yy) cos + (xy + yx) sin.
  const plain = Math.hypot(xx + yy, xy - yx);
  const mirrored = Math.hypot(xx - yy, xy + yx);
  const flip = mirrored > plain ? -1 : 1;
  const angle = Math.atan2(xy - flip * yx, xx + flip * yy);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return places.map(([x, y]): Place => [x * cos - flip * y * sin, x * sin + flip * y * cos]);
}

/** Of the `count` vectors nearest to each by cosine, the mean share that is of its own kind. */
export function ownKindShare(
  vectors: readonly ArrayLike<number>[],
  kinds: readonly number[],
  count = 5,
): number {
  const sizes = vectors.map((vector) => Math.sqrt(dot(vector, vector)) || 1);
  let own = 0;
  let all = 0;
  vectors.forEach((vector, i) => {
    const near = vectors
      .map((other, j) => ({ j, cosine: dot(vector, other) / ((sizes[i] ?? 1) * (sizes[j] ?? 1)) }))
      .filter(({ j }) => j !== i)
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, count);
    own += near.filter(({ j }) => kinds[j] === kinds[i]).length;
    all += near.length;
  });
  return all > 0 ? own / all : 0;
}
