import { describe, expect, it } from 'vitest';
import { alignedTo, ownKindShare, type Place, planeOf } from '../../../../web/src/views/kit/plane';

/** Points of a plane in five dimensions, spread further along one axis. */
const flat: readonly Place[] = [
  [4, 0],
  [-4, 0.5],
  [2, -1],
  [-2, 0.5],
  [0, 1.5],
  [0.5, -1.5],
];
const inSpace = flat.map(([x, y]) => [1 + x * 0.6, 2 + x * 0.8, 3 + y, 4, 5]);

const distances = (places: readonly Place[]) =>
  places.flatMap(([x, y], i) => places.slice(0, i).map(([u, v]) => Math.hypot(x - u, y - v)));

describe('a plane', () => {
  it('keeps all distances of points that lie in one, up to one scale', () => {
    const { places, share } = planeOf(inSpace);
    const [before, after] = [distances(flat), distances(places)];
    const scale = (after[0] ?? 0) / (before[0] ?? 1);
    for (const [i, d] of after.entries()) expect(d / scale).toBeCloseTo(before[i] ?? 0, 4);
    expect(share).toBeCloseTo(1, 6);
  });

  it('has the furthest spread along x, and a mean distance of 1 from the middle', () => {
    const { places } = planeOf(inSpace);
    const spread = (axis: 0 | 1) => places.reduce((sum, place) => sum + place[axis] ** 2, 0);
    expect(spread(0)).toBeGreaterThan(spread(1));
    expect(places.reduce((sum, [x, y]) => sum + Math.hypot(x, y), 0) / places.length).toBeCloseTo(
      1,
    );
  });

  it('says what share of the spread it keeps', () => {
    const cube = [1, -1].flatMap((a) =>
      [1, -1].flatMap((b) => [1, -1].map((c) => [a, b * 2, c * 2])),
    );
    expect(planeOf(cube).share).toBeCloseTo(8 / 9, 3);
  });

  it('of no spread at all is a point', () => {
    const { places, share } = planeOf([
      [1, 2],
      [1, 2],
    ]);
    expect(places.flat().every((x) => x === 0)).toBe(true);
    expect(share).toBe(0);
  });
});

describe('places aligned to others', () => {
  it.each([
    ['turned', (x: number, y: number): Place => [x * 0.6 - y * 0.8, x * 0.8 + y * 0.6]],
    ['mirrored', (x: number, y: number): Place => [x, -y]],
    [
      'turned and mirrored',
      (x: number, y: number): Place => [x * 0.6 - y * 0.8, -x * 0.8 - y * 0.6],
    ],
  ])('come back where they were %s', (_, turn) => {
    const other = flat.map(([x, y]) => turn(x, y));
    alignedTo(other, flat).forEach(([x, y], i) => {
      expect(x).toBeCloseTo(flat[i]?.[0] ?? 0);
      expect(y).toBeCloseTo(flat[i]?.[1] ?? 0);
    });
  });
});

describe('the share of a word’s nearest that is of its own kind', () => {
  const near = [
    [1, 0.1],
    [1, 0.2],
    [1, 0],
    [0.1, 1],
    [0, 1],
    [0.2, 1],
  ];
  it('is 1 for kinds apart and less for kinds mixed', () => {
    expect(ownKindShare(near, [0, 0, 0, 1, 1, 1], 2)).toBe(1);
    expect(ownKindShare(near, [0, 1, 0, 1, 0, 1], 2)).toBeCloseTo(1 / 3);
  });
});
