import { describe, expect, it } from 'vitest';
import { likelihood, topGuesses } from '../../../web/src/state/prediction';
import { makeTrace } from '../fixtures';

const logits = (values: number[]) =>
  makeTrace('x', [
    {
      name: 'logits',
      axes: [
        ['token', 1],
        ['vocabulary', values.length],
      ],
      values,
    },
  ]);

describe('topGuesses', () => {
  it('is the softmax of the row, best first', () => {
    const guesses = topGuesses(logits([0, Math.log(6), Math.log(3)]), ['a', 'b', 'c'], 0, 2);
    expect(guesses.map((guess) => guess.piece)).toEqual(['b', 'c']);
    expect(guesses[0]?.probability).toBeCloseTo(0.6, 6);
    expect(guesses[1]?.probability).toBeCloseTo(0.3, 6);
  });

  it('survives logits that overflow an exponential', () => {
    const guesses = topGuesses(logits([1000, 1000, -1000]), ['a', 'b', 'c'], 0, 3);
    expect(guesses.map((guess) => guess.probability)).toEqual([0.5, 0.5, 0]);
  });

  it('is empty where a logit is no number', () => {
    expect(topGuesses(logits([1, Number.NaN, 2]), ['a', 'b', 'c'], 0, 3)).toEqual([]);
  });

  it('keeps equal logits in the order of the vocabulary', () => {
    const guesses = topGuesses(logits([1, 2, 2, 1, 2]), ['a', 'b', 'c', 'd', 'e'], 0, 4);
    expect(guesses.map((guess) => guess.piece)).toEqual(['b', 'c', 'e', 'a']);
  });

  it('offers no more than there is', () => {
    expect(topGuesses(logits([1]), ['a'], 0, 5)).toEqual([{ piece: 'a', probability: 1 }]);
  });

  it('agrees with a full sort', () => {
    const values = Array.from({ length: 300 }, (_, i) => Math.sin(i * 12.9898) * 43.7);
    const names = values.map((_, i) => String(i));
    const sorted = [...names].sort((a, b) => (values[+b] ?? 0) - (values[+a] ?? 0)).slice(0, 5);
    expect(topGuesses(logits(values), names, 0, 5).map((g) => g.piece)).toEqual(sorted);
  });
});

describe('likelihood', () => {
  it('never claims nothing or certainty', () => {
    expect(likelihood(0)).toBe('<0.1\u00a0%');
    expect(likelihood(0.0009)).toBe('<0.1\u00a0%');
    expect(likelihood(0.5214)).toBe('52.1\u00a0%');
    expect(likelihood(0.99951)).toBe('>99.9\u00a0%');
    expect(likelihood(1)).toBe('100.0\u00a0%');
  });
});
