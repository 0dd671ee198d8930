import { describe, expect, it } from 'vitest';
import { captionOf, overflowOf } from '../../../../web/src/views/gradients/scene';
import {
  readDepth,
  sizeText,
  textOf,
  type Wiring,
} from '../../../../web/src/views/kit/depth/study';
import { type Ends, measured, runs, usual } from './fixtures';

const settings = readDepth('');

const caption = (endsOf: (wiring: Wiring) => Ends, depth = 24) =>
  captionOf(measured({ [depth]: runs(depth, endsOf) }), { ...settings, depth });

describe('the captions of the study of depth', () => {
  it('say what was found: a norm keeps the size, the path the difference', () => {
    expect(caption(usual)).toEqual({
      gradient:
        'Without a norm, the gradient grows 7\u202f·\u202f10⁶ times with residual connections and shrinks 3.3\u202f·\u202f10⁶ times without; with a norm, it changes by a factor of at most 3.3.',
      difference:
        'Without the connection, all words have become one vector by layer 3; with it, pre-norm still keeps a difference of .13 after layer 24.',
    });
  });

  it('say so where a norm did not keep the size', () => {
    const ends = (wiring: Wiring) => ({
      ...usual(wiring),
      ...(wiring.norm === 'pre' && { gradient: 1e-3 }),
    });
    expect(caption(ends)?.gradient).toContain(
      'with a norm, it changes by a factor of at most 1,000.',
    );
  });

  it('say so where nothing changed', () => {
    const ends = (wiring: Wiring) => ({ ...usual(wiring), gradient: 1 });
    expect(caption(ends)?.gradient).toContain(
      'Without a norm, the gradient stays near its size, at 1, with residual connections and stays near its size, at 1, without;',
    );
  });

  it('do not say that words are one where they are not', () => {
    const ends = (wiring: Wiring) => ({ ...usual(wiring), difference: wiring.path ? 0.4 : 0.2 });
    expect(caption(ends, 2)?.difference).toBe(
      'After layer 2, at most .2 of the difference between words is left without the connection, and .4 with it (pre-norm).',
    );
  });

  it('names what overflows, and for how many seeds', () => {
    const ends = (wiring: Wiring) => ({
      ...usual(wiring),
      ...(wiring.norm === 'none' && wiring.path && { gradient: Number.POSITIVE_INFINITY }),
    });
    expect(caption(ends)?.gradient).toContain('grows beyond what a 32-bit number can hold');
    const over = measured({ 24: runs(24, ends) });
    expect(overflowOf(over, settings)).toBe(
      'In all three encoders with no norm and residual connections, the gradient overflows: there is no number to show.',
    );
    expect(overflowOf(measured({ 24: runs(24, usual) }), settings)).toBe('');
  });

  it('waits until all six have been measured', () => {
    expect(
      captionOf(measured({ 24: runs(24, usual).map((each, i) => (i ? each : null)) }), settings),
    ).toBeNull();
    expect(captionOf(measured({}), settings)).toBeNull();
  });
});

describe('the numbers of the study', () => {
  it('have two digits, and are none where there is none', () => {
    expect([0.1349, 6.98e6, 63123, Number.NaN, Number.POSITIVE_INFINITY].map(sizeText)).toEqual([
      '.13',
      '7\u202f·\u202f10⁶',
      '63,000',
      'overflow',
      'overflow',
    ]);
  });

  it('say no more of a difference than float32 can', () => {
    expect(textOf('difference', 2e-14)).toBe('<10⁻¹²');
    expect(textOf('gradient', 2e-14)).toBe('2\u202f·\u202f10⁻¹⁴');
  });
});
