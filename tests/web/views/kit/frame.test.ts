import { describe, expect, it } from 'vitest';
import { fitted, pieceSize, textWidth } from '../../../../web/src/views/kit/frame';

describe('the width of a text', () => {
  it('grows with its letters', () => {
    expect(textWidth('animal', 20)).toBeCloseTo(6 * 20 * 0.48);
    expect(textWidth('animal', 20, true)).toBeCloseTo(6 * 20 * 0.5);
    expect(textWidth('', 20)).toBe(0);
  });

  it('has more room for signs that are wider: the marks of a piece, ideographs', () => {
    expect(textWidth('##ing', 10, true)).toBeCloseTo(30);
    expect(textWidth('漢字', 10, true)).toBeCloseTo(20);
    expect(textWidth('한국', 10, true)).toBeCloseTo(20);
  });

  it('says in which size a piece fits', () => {
    const size = pieceSize('##ing', 100);
    expect(textWidth('##ing', size, true)).toBeLessThanOrEqual(100);
    expect(size).toBeLessThan(pieceSize('xxing', 100));
  });

  it('leaves a piece that has room, then writes it smaller, then cuts it off', () => {
    expect(fitted('animal', 100, 16)).toEqual({ piece: 'animal', size: 16 });
    const smaller = fitted('extraordinary', 120, 16);
    expect(smaller.piece).toBe('extraordinary');
    expect(smaller.size).toBeLessThan(16);
    expect(fitted('<0xA9><0xE2><0x80>', 100, 16)).toEqual({ piece: '<0xA9><0…', size: 12 });
    expect(fitted('animal', 0, 16).piece).toBe('…');
  });
});
