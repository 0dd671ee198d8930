import { describe, expect, it } from 'vitest';
import { ease, ramp, staggered } from '../../../web/src/render/motion';

describe('ramp', () => {
  it('is 0 before, 1 after and even between', () => {
    expect([0, 0.2, 0.3, 0.4, 1].map((t) => ramp(t, 0.2, 0.4))).toEqual([
      0,
      0,
      expect.closeTo(0.5, 10),
      1,
      1,
    ]);
  });
});

describe('ease', () => {
  it('looks the same backwards', () => {
    for (const t of [0, 0.1, 0.37, 0.5]) expect(ease(t) + ease(1 - t)).toBeCloseTo(1, 10);
  });
});

describe('staggered', () => {
  it('starts in order and ends in time', () => {
    const shown = (t: number) => Array.from({ length: 5 }, (_, i) => staggered(t, i, 5, 0.1, 0.5));
    expect(shown(0.1)).toEqual([0, 0, 0, 0, 0]);
    expect(shown(0.5)).toEqual([1, 1, 1, 1, 1]);
    const middle = shown(0.3);
    for (let i = 1; i < 5; i++) expect(middle[i]).toBeLessThanOrEqual(middle[i - 1] as number);
  });

  it('a thing alone takes its share of the stretch', () => {
    expect(staggered(0.5, 0, 1, 0, 0.5)).toBe(1);
  });
});
