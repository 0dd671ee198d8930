import { describe, expect, it } from 'vitest';
import { draggedGain, gainText } from '../../../web/src/widgets/grip';

describe('a drag', () => {
  it('scales by its way, and halts at 0, 1 and 2', () => {
    expect(draggedGain(1, -30)).toBe(0.5);
    expect(draggedGain(1, 2)).toBe(1);
    expect(draggedGain(1, 58)).toBe(2);
    expect(draggedGain(0.5, -28)).toBe(0);
  });

  it('never turns the sign, and has an end', () => {
    expect(draggedGain(1, -500)).toBe(0);
    expect(draggedGain(1, 500)).toBe(3);
  });
});

it('says what was done', () => {
  expect([0, 1, 0.5, -1, null].map(gainText)).toEqual(['muted', '', '× 0.5', '× −1', 'set']);
});
