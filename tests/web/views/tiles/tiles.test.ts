import { describe, expect, it } from 'vitest';
import { afterTiles, type HeadNumbers, tilesOf } from '../../../../web/src/views/tiles/scene';

const [n, dK] = [7, 4];

/** The same numbers in every run, between −2 and 2. */
function rows(seed: number): readonly (readonly number[])[] {
  let at = seed;
  const next = () => {
    at = (at * 16807) % 2147483647;
    return 4 * (at / 2147483647 - 0.5);
  };
  return Array.from({ length: n }, () => Array.from({ length: dK }, next));
}

const headOf = (score: HeadNumbers['score']): HeadNumbers => ({
  ...{ queries: rows(1), keys: rows(2), values: rows(3), score },
});

/** Softmax over the keys from the first to one before the end, all scores at once. */
function direct(head: HeadNumbers, query: number, end: number): readonly number[] {
  const product = (key: number) =>
    (head.queries[query] as number[]).reduce(
      (sum, x, j) => sum + x * (head.keys[key]?.[j] ?? 0),
      0,
    );
  const scores = Array.from({ length: end }, (_, key) => head.score(product(key), query, key));
  const powers = scores.map((score) => (score === null ? 0 : Math.exp(score)));
  const sum = powers.reduce((all, power) => all + power, 0);
  return Array.from({ length: dK }, (_, j) =>
    powers.reduce(
      (all, power, key) => all + (sum && power / sum) * (head.values[key]?.[j] ?? 0),
      0,
    ),
  );
}

const plain = headOf((product) => product / 2);
const biased = headOf((product, query, key) => product / 2 - 0.3 * Math.abs(query - key));
const causal = headOf((product, query, key) => (key > query ? null : product / 2));
/** The first keys take no part: the first tiles of a row hold nothing. */
const late = headOf((product, _, key) => (key < 4 ? null : 40 * product));

describe.each([
  ['plain', plain],
  ['with biases', biased],
  ['causal', causal],
  ['with nothing at first', late],
])('attention in tiles, %s', (_, head) => {
  it.each([1, 2, 3, 7, 9])('of side %i comes to what all scores at once do', (size) => {
    const tiles = tilesOf(n, size);
    expect(tiles).toHaveLength(Math.ceil(n / size) ** 2);
    afterTiles(head, tiles, tiles.length).forEach((row, query) => {
      expect(row.met).toBe(n);
      direct(head, query, n).forEach((expected, j) => {
        expect(row.output[j]).toBeCloseTo(expected, 10);
      });
    });
  });

  it('is on the way the softmax over the keys met', () => {
    const tiles = tilesOf(n, 3);
    const [first] = afterTiles(head, tiles, 2);
    expect(first?.met).toBe(6);
    direct(head, 0, 6).forEach((expected, j) => {
      expect(first?.output[j]).toBeCloseTo(expected, 10);
    });
    expect(afterTiles(head, tiles, 2)[3]?.met).toBe(0);
  });
});
