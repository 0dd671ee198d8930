import { describe, expect, it } from 'vitest';
import {
  isReadable,
  nameOf,
  readDepth,
  shownWirings,
  structureOf,
  turnNorm,
  turnPath,
  writeDepth,
} from '../../../../../web/src/views/kit/depth/study';

describe('what is chosen of the study of depth', () => {
  it('is all six wirings at 24 layers at first, which needs no words', () => {
    const first = readDepth('');
    expect(first.depth).toBe(24);
    expect(shownWirings(first)).toHaveLength(6);
    expect(writeDepth(first)).toBe('');
  });

  it.each(['depth=7', 'norm=pre none', 'residual=off', 'depth=48,norm=post,residual=on'])(
    'is read and written again: %s',
    (text) => {
      expect(isReadable(text)).toBe(true);
      expect(writeDepth(readDepth(text))).toBe(text);
    },
  );

  it.each(['depth=0', 'depth=49', 'depth=2.5', 'depth=x', 'norm=', 'norm=sideways', 'width=3'])(
    'is as at first where it cannot be read: %s',
    (text) => {
      expect(isReadable(text)).toBe(false);
      expect(writeDepth(readDepth(text))).toBe('');
    },
  );

  it('can be turned on and off, but never all off', () => {
    const first = readDepth('');
    const alone = turnNorm(turnNorm(first, 'pre'), 'none');
    expect(alone.norms).toEqual(['post']);
    expect(turnNorm(alone, 'post').norms).toEqual(['post']);
    expect(turnNorm(alone, 'pre').norms).toEqual(['pre', 'post']);
    expect(turnPath(turnPath(first, true), false).paths).toEqual([false]);
    expect(shownWirings(turnPath(alone, false)).map(nameOf)).toEqual(['post-norm, path']);
  });

  it('is told to the core in its words', () => {
    expect(structureOf({ norm: 'none', path: false })).toBe('norm=none,residual=off');
  });
});
