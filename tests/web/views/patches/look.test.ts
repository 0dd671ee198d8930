import { describe, expect, it } from 'vitest';
import {
  blursOf,
  clearAt,
  drawn,
  seen,
  sharpnessOf,
} from '../../../../web/src/views/patches/canvas';
import { side } from '../../../../web/src/views/patches/scene';
import { patchBeside } from '../../../../web/src/views/patches/seen-panel';

/** A checkerboard of pixels. */
const board = Float32Array.from({ length: side * side * 3 }, (_, i) => {
  const pixel = Math.floor(i / 3);
  return (pixel + Math.floor(pixel / side)) % 2;
});

describe('a picture under a look', () => {
  it('is clear by its weight', () => {
    expect([0, 0.3, 0.9].map(sharpnessOf)).toEqual([0, 1, 1]);
    expect(sharpnessOf(0.1)).toBeGreaterThan(sharpnessOf(0.05));
  });

  it('is as clear in the middle of a patch as that patch is', () => {
    const clear = Array.from({ length: 36 }, (_, i) => i / 36);
    const patch = drawn / 6;
    const middle = (at: number) => at * patch + patch / 2 - 0.5;
    for (const i of [0, 7, 20, 35])
      expect(clearAt(clear, middle(i % 6), middle(Math.floor(i / 6)))).toBeCloseTo(
        clear[i] ?? 0,
        6,
      );
  });

  it('is sharp where it is looked at and blurred elsewhere', () => {
    const out = new Uint8ClampedArray(drawn * drawn * 4);
    seen(blursOf(board), [1, ...new Array(35).fill(0)], out);
    const contrast = (x: number, y: number) => {
      const at = (y * drawn + x) * 4;
      return Math.abs((out[at] ?? 0) - (out[at + 24] ?? 0));
    };
    expect(contrast(9, 9)).toBeGreaterThan(200);
    expect(contrast(100, 100)).toBeLessThan(20);
  });

  it('is walked through patch by patch', () => {
    expect(patchBeside(0, [0, 1])).toBe(1);
    expect(patchBeside(1, [0, 1])).toBe(2);
    expect(patchBeside(6, [0, 1])).toBe(6);
    expect(patchBeside(1, [1, 0])).toBe(7);
  });
});
