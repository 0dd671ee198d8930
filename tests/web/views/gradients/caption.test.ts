import { describe, expect, it } from 'vitest';
import { captionOf, overflowOf } from '../../../../web/src/views/gradients/caption';
import { sizeText, textOf } from '../../../../web/src/views/kit/depth/reading';
import { readDepth } from '../../../../web/src/views/kit/depth/settings';
import type { Wiring } from '../../../../web/src/views/kit/depth/study';
import { type Ends, measured, runs, usual } from './fixtures';

const settings = readDepth('');

const caption = (endsOf: (wiring: Wiring) => Ends, depth = 24): readonly string[] | null =>
  captionOf(measured({ [depth]: runs(depth, endsOf) }), { ...settings, depth });

describe('the caption of the study of depth', () => {
  it('says what was found: a norm keeps the size, the path the difference', () => {
    expect(caption(usual)).toEqual([
      'Without a norm the gradient grows 7\u202f·\u202f10⁶ times with residual paths, and shrinks 3.3\u202f·\u202f10⁶ times without them.',
      'With a norm it stays within a factor of 3.3 of its size, with a path or without.',
      'What the path saves is the difference between words. Without it they are one and the same by layer 3, and no gradient can tell them apart. With it, 1\u00a0−\u00a0cosine is still .13 with pre-norm after layer 24; with post-norm (6\u202f·\u202f10⁻⁷) and no norm (2.5\u202f·\u202f10⁻⁶) it is lost too, only later.',
    ]);
  });

  it('says so where a norm did not keep the size', () => {
    const ends = (wiring: Wiring) => ({
      ...usual(wiring),
      ...(wiring.norm === 'pre' && { gradient: 1e-3 }),
    });
    expect(caption(ends)?.[1]).toBe(
      'With a norm it changes by a factor of up to 1,000 with a path and 1,000 without.',
    );
  });

  it('says so where nothing changed', () => {
    const ends = (wiring: Wiring) => ({ ...usual(wiring), gradient: 1 });
    expect(caption(ends)?.[0]).toBe(
      'Without a norm the gradient stays near its size, at 1, with residual paths, and stays near its size, at 1, without them.',
    );
  });

  it('does not say that words are one where they are not', () => {
    const ends = (wiring: Wiring) => ({ ...usual(wiring), difference: wiring.path ? 0.4 : 0.2 });
    const [, , words] = caption(ends, 2) ?? [];
    expect(words).toBe(
      'What the path saves is the difference between words. Without it at most .2 of 1\u00a0−\u00a0cosine is left after layer 2. With it, 1\u00a0−\u00a0cosine is still .4 with pre-norm, .4 with post-norm and .4 with no norm after layer 2.',
    );
  });

  it('says that the path saved nothing where it did not', () => {
    const ends = (wiring: Wiring) => ({ ...usual(wiring), difference: 1e-20 });
    expect(caption(ends)?.[2]).toContain(
      'With it they grow alike too, only later: pre-norm (<10⁻¹²), post-norm (<10⁻¹²) and no norm (<10⁻¹²) after layer 24.',
    );
  });

  it('names what overflows, and for how many seeds', () => {
    const ends = (wiring: Wiring) => ({
      ...usual(wiring),
      ...(wiring.norm === 'none' && wiring.path && { gradient: Number.POSITIVE_INFINITY }),
    });
    expect(caption(ends)?.[0]).toContain('grows beyond what a 32-bit number can hold');
    const over = measured({ 24: runs(24, ends) });
    expect(overflowOf(over, settings)).toBe(
      'In all three encoders with no norm and a path the gradient overflows: there is no number to show.',
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
