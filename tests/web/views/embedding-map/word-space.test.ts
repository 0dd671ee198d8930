import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../../../web/src/model/protocol';
import { cosine } from '../../../../web/src/state/vector';
import { planes, shareOf, wordSpace } from '../../../../web/src/views/embedding-map/word-space';
import { wordKinds } from '../../../../web/src/views/kit/words';

/** Words of a kind lie about an axis of their own, and one word, "zzz", lies opposite to the animals. */
function made() {
  const size = 6;
  const vocabulary = ['[PAD]', '##ing', ...wordKinds.flatMap(({ words }) => words), 'zzz', 'x1'];
  const kindOf = (word: string) => wordKinds.findIndex(({ words }) => words.includes(word));
  const data = new Float32Array(vocabulary.length * size);
  vocabulary.forEach((word, id) => {
    const kind = kindOf(word);
    if (kind >= 0) data[id * size + kind] = 4 - kind * 0.3;
    if (word === 'zzz') data[id * size] = -1;
    data[id * size + 4] = Math.sin(id);
    data[id * size + 5] = Math.cos(id * 2) / 2;
  });
  const table: Parameter = { name: 'E', shape: [vocabulary.length, size], data };
  return { table, vocabulary, row: (id: number) => data.subarray(id * size, (id + 1) * size) };
}

const { table, vocabulary, row } = made();
const space = wordSpace(table, vocabulary);
const idOf = (word: string) => vocabulary.indexOf(word);

describe('the space of words', () => {
  it('has the whole words of a vocabulary, and nothing else', () => {
    expect(space?.words).toHaveLength(45);
    expect(space?.words.some(({ word }) => /\W|\d/.test(word))).toBe(false);
  });

  it('measures nearness over all numbers', () => {
    const [a, b] = [idOf('cat'), idOf('house')];
    expect(space?.cosine(a, b)).toBeCloseTo(cosine(row(a), row(b)), 6);
    const near = space?.nearest(a, 5) ?? [];
    expect(near.every(({ word }) => word.kind === 0)).toBe(true);
    expect(near.map((each) => each.cosine)).toEqual(
      near.map((each) => each.cosine).sort((x, y) => y - x),
    );
    expect(near.some(({ word }) => word.word === 'cat')).toBe(false);
    expect(space?.cosine(a, idOf('zzz'))).toBeLessThan(0);
  });

  it('says how much of it a plane shows', () => {
    const shares = planes.map((plane) => (space ? shareOf(space.spread(plane)) : 0));
    expect(shares[0]).toBe(Math.max(...shares));
    for (const share of shares) {
      expect(share).toBeGreaterThan(0);
      expect(share).toBeLessThan(1);
    }
    expect(
      space && shareOf(space.spread(planes[0] as [number, number], idOf('cat'))),
    ).toBeLessThanOrEqual(1);
    expect(planes).toContain(space?.clearest);
  });

  it('is none where a vocabulary has too few of the words', () => {
    expect(
      wordSpace(
        table,
        vocabulary.map((_, i) => `p${i}`),
      ),
    ).toBeNull();
  });
});
