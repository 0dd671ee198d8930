import { describe, expect, it } from 'vitest';
import { firstSentence } from '../../../web/src/state/presets';
import { initialState } from '../../../web/src/state/reduce';
import { firstTime } from '../../../web/src/state/timeline';
import { formatHash, formatOpening, parseHash } from '../../../web/src/state/url';
import { makeTrace } from '../fixtures';

describe('the address', () => {
  it('opens the same frame again', () => {
    const choice = {
      sentence: 'Zwölf <b>Boxkämpfer</b> & 100 % “it’s”  #1?',
      masked: [1, 4],
      view: 'attention',
      layer: 3,
      head: 6,
      token: 7,
      why: 1,
      time: 2.35,
      theme: 'dark' as const,
      loop: true,
      speed: 2 as const,
      tables: true,
    };
    expect(parseHash(formatHash(initialState(choice)))).toEqual(choice);
  });

  it('counts from 1, as the screen does', () => {
    const hash = formatHash(initialState({ layer: 3, head: 6, token: 7 }));
    expect(hash).toContain('layer=4&head=7&token=8');
  });

  it('leaves out what is not chosen yet', () => {
    expect(formatHash(initialState({ sentence: 'a' }))).toBe(
      `#sentence=a&view=attention&time=${firstTime}`,
    );
  });
});

describe('the address of the opening', () => {
  const opening = (sentence: string, token: number) =>
    formatOpening({
      ...initialState({ sentence, token }),
      pinned: false,
      trace: makeTrace(firstSentence),
    });
  const own = firstSentence.split(' ').indexOf('it');

  it('says nothing of the first sentence and its own word', () => {
    expect(opening(firstSentence, own)).toBe('');
    expect(opening(firstSentence, 1)).toContain('#opening&');
    expect(opening(firstSentence, 1)).toContain('token=2');
  });

  it('says no word of a sentence that is not read yet: that of the former one is at hand', () => {
    expect(opening('a b', 1)).toBe('#opening&sentence=a+b');
    const back = { ...initialState({ token: 1 }), pinned: false, trace: makeTrace('a b') };
    expect(formatOpening(back)).toBe('');
  });
});

describe('a hostile address', () => {
  it.each([
    ['layer', ['0', '-1', '1e9', '99999', 'NaN', '1.5', 'constructor', '']],
    ['token', ['0', '٣', '0x10', ' 1']],
    ['time', ['-1', '99', 'Infinity', '1e1', '1.00001']],
    ['loop', ['0', 'true', '11', '']],
    ['speed', ['1', '3', '0.50', 'fast', '']],
    ['tables', ['0', 'open', '']],
    ['cut', ['0', 'true', '']],
    ['tour', ['0', '18', '99', 'x', '', '1.x', '1.0.1.0', '1.0.s', '-1']],
    ['theme', ['pink', 'DARK', '']],
    ['view', ['<script>', 'a b', '__proto__', '../x', '']],
    ['sentence', ['', '   ', '%00%01']],
  ])('has no power over %s', (field, values) => {
    for (const value of values) {
      expect(parseHash(`#${field}=${value.replace(/ /g, '+')}`)).toEqual({});
    }
  });

  it('is cut, not refused, where a sentence is too long or holds control characters', () => {
    expect(parseHash(`#sentence=${'a'.repeat(50_000)}`).sentence).toHaveLength(20_000);
    expect(parseHash(`#sentence=${'a'.repeat(50_000)}`).cut).toBe(true);
    expect(parseHash(`#sentence=${'a'.repeat(20_000)}`).cut).toBeUndefined();
    const emoji = encodeURIComponent(`a${'🐕'.repeat(10_000)}`);
    expect(parseHash(`#sentence=${emoji}`).sentence).toBe(`a${'🐕'.repeat(9_999)}`);
    expect(parseHash('#sentence=a%00b%0Ac').sentence).toBe('a b c');
  });

  it('survives broken escapes and unknown fields', () => {
    expect(parseHash('#sentence=100%&%zz=%&__proto__=1')).toEqual({ sentence: '100%' });
    expect(parseHash('#')).toEqual({});
  });

  it('masks each token once, in order', () => {
    expect(parseHash('#masked=5,2,2,0,x,-3').masked).toEqual([1, 4]);
  });
});
