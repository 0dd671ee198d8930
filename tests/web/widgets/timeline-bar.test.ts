import { describe, expect, it } from 'vitest';
import { keyTime } from '../../../web/src/widgets/timeline-bar';

const span = { begin: 4, end: 8 };

describe('keys on the timeline', () => {
  it('go step by step, and to the ends', () => {
    expect(keyTime('ArrowRight', 5.2, span)).toBe(6);
    expect(keyTime('ArrowUp', 6, span)).toBe(7);
    expect(keyTime('ArrowLeft', 5.2, span)).toBe(5);
    expect(keyTime('ArrowDown', 4, span)).toBe(4);
    expect(keyTime('Home', 7, span)).toBe(4);
    expect(keyTime('End', 5, span)).toBe(8);
  });

  it('leave the rest to the page', () => {
    for (const key of ['Tab', ' ', 'Enter', 'PageDown']) expect(keyTime(key, 5, span)).toBeNull();
  });
});
