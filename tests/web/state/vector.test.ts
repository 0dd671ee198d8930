import { describe, expect, it } from 'vitest';
import {
  apart,
  argmax,
  cosine,
  entropyBits,
  largest,
  notAboveZero,
  strongest,
} from '../../../web/src/state/vector';

const row = (...values: number[]) => Float32Array.of(...values);

describe('of a row of numbers', () => {
  it('the bound is the largest size, of either sign', () => {
    expect(largest(row(1, -3, 2))).toBe(3);
    expect(largest(row(-1, 3))).toBe(3);
    expect(largest(row())).toBe(0);
  });

  it('what is no finite number bounds nothing, and leaves no entropy', () => {
    expect(largest(row(1, Number.NaN, -3, 1 / 0))).toBe(3);
    expect(entropyBits(row(0.5, Number.NaN))).toBeNaN();
    expect(cosine(row(1, Number.NaN), row(1, 1))).toBeNaN();
  });

  it('the largest is the first of equals, the strongest may be negative', () => {
    expect(argmax(row(1, 4, 4, -5))).toBe(1);
    expect(argmax(row(-3, -2))).toBe(1);
    expect(strongest(row(1, 4, -5, 5))).toBe(2);
  });

  it('units at zero count as not above it', () => {
    expect(notAboveZero(row(-1, 0, 0.5, 2))).toBe(2);
  });

  it('two are apart by their difference, beside their mean length', () => {
    expect(apart(row(3, 0), row(0, 4))).toBeCloseTo(5 / 3.5, 6);
    expect(apart(row(1, 2), row(1, 2))).toBe(0);
    expect(apart(row(0), row(0))).toBe(0);
  });

  it('the cosine is that of the angle between two, and 0 beside a zero vector', () => {
    expect(cosine(row(1, 0), row(2, 0))).toBeCloseTo(1, 6);
    expect(cosine(row(1, 1), row(1, 0))).toBeCloseTo(Math.SQRT1_2, 6);
    expect(cosine(row(1, 0), row(-3, 0))).toBeCloseTo(-1, 6);
    expect(cosine(row(1, 0), row(0, 0))).toBe(0);
  });

  it('the entropy of equal weights is the logarithm of their number, of one weight 0', () => {
    expect(entropyBits(row(0.25, 0.25, 0.25, 0.25))).toBeCloseTo(2, 6);
    expect(entropyBits(row(0.5, 0.5, 0))).toBeCloseTo(1, 6);
    expect(entropyBits(row(1, 0))).toBeCloseTo(0, 6);
    expect(entropyBits(row(0.9, 0.1))).toBeCloseTo(0.469, 3);
  });
});
