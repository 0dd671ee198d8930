import { describe, expect, it } from 'vitest';
import { cell, cellText, isParameter, parseCell } from '../../../../web/src/state/dataflow/cell';

describe('a cell in an address', () => {
  it('counts from 1 and comes back as it was', () => {
    const score = cell('layers.3.attention.scores', 6, 7, 1);
    expect(cellText(score)).toBe('layers.3.attention.scores:7,8,2');
    expect(parseCell(cellText(score))).toEqual(score);
  });

  it('is nothing where the text is none', () => {
    for (const text of [null, '', 'a', 'a:', 'a:0', 'a:1,2,3,4', 'a:-1', '<b>:1', 'a:99999999'])
      expect(parseCell(text)).toBeUndefined();
  });
});

describe('names', () => {
  it('tell learned numbers from computed ones', () => {
    expect(isParameter('encoder.layer.0.output.dense.bias')).toBe(true);
    expect(isParameter('embeddings.word_embeddings.weight')).toBe(true);
    expect(isParameter('embedding.tokens')).toBe(false);
    expect(isParameter('layers.0.attention.query')).toBe(false);
  });
});
