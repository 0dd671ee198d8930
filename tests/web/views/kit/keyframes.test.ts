import { describe, expect, it } from 'vitest';
import { stack } from '../../../../web/src/views/kit/distribution';
import { appear, arrive } from '../../../../web/src/views/kit/keyframes';
import { shownPart, transformAt } from '../../../../web/src/views/kit/pose';
import { runs } from '../../../../web/src/views/kit/render';

describe('a moving mark', () => {
  it('stands still before its first key and after its last', () => {
    const keys = arrive(0.2, 0.8, 10, -4);
    expect(transformAt(keys, 0)).toMatchObject({ dx: 10, dy: -4, opacity: 0 });
    expect(transformAt(keys, 1)).toMatchObject({ dx: 0, dy: 0, opacity: 1 });
    expect(transformAt(undefined, 0.5)).toMatchObject({ dx: 0, opacity: 1, scaleX: 1 });
  });

  it('is between two keys in between, and never beyond either', () => {
    const keys = appear(0.4, 0.6);
    expect(transformAt(keys, 0.5).opacity).toBeCloseTo(0.5, 12);
    for (let t = 0; t <= 1; t += 0.01) {
      const { opacity } = transformAt(keys, t);
      expect(opacity).toBeGreaterThanOrEqual(0);
      expect(opacity).toBeLessThanOrEqual(1);
    }
  });

  it('starts and stops gently between two keys: by 3t² − 2t³ of the way', () => {
    const keys = [{ at: 1, dx: 8, scaleY: 0 }, { at: 2 }];
    expect(transformAt(keys, 1.25).dx).toBeCloseTo(8 * (1 - 0.15625), 12);
    expect(transformAt(keys, 1.75).scaleY).toBeCloseTo(0.84375, 12);
  });

  it('comes to light evenly where it is swept', () => {
    const sweep = { axis: 'x', from: 0.2, to: 0.6 } as const;
    expect([0, 0.2, 0.4, 0.6, 1].map((t) => shownPart(sweep, t))).toEqual([
      0,
      0,
      expect.closeTo(0.5, 12),
      1,
      1,
    ]);
    expect(shownPart(undefined, 0)).toBe(1);
  });
});

describe('lit cells', () => {
  it('join with their neighbours in a row, not around its end', () => {
    expect(runs([5, 4, 3, 8, 0], 4)).toEqual([
      [0, 1],
      [3, 1],
      [4, 2],
      [8, 1],
    ]);
  });
});

describe('dots that would lie on each other', () => {
  it('stand on each other', () => {
    expect(stack([0, 10, 0.4, 10.2, 0.1], 5)).toEqual([0, 0, 1, 1, 2]);
  });
});
