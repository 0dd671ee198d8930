import { describe, expect, it } from 'vitest';
import { ease, ramp, stagger } from '../../../web/src/render/motion';

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

describe('stagger', () => {
  it('starts in order and ends in time', () => {
    const all = Array.from({ length: 5 }, (_, i) => stagger(i, 5, 0.1, 0.5));
    const begins = all.map(([begin]) => begin);
    expect(begins).toEqual([...begins].sort((a, b) => a - b));
    expect(begins[0]).toBe(0.1);
    expect(all[4]?.[1]).toBeCloseTo(0.5, 12);
  });

  it('a thing alone takes its share of the stretch', () => {
    const [begin, end] = stagger(0, 1, 0, 0.5);
    expect(begin).toBe(0);
    expect(end).toBeCloseTo(0.3, 12);
  });
});
