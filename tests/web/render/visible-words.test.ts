import { describe, expect, it } from 'vitest';
import {
  isPart,
  isShown,
  nearest,
  placeOfWord,
  sumOver,
  visibleWords,
  wholeUpTo,
  wordPlaces,
} from '../../../web/src/render/visible-words';

describe('the words that are drawn', () => {
  it('are all of a short text, whatever the room', () => {
    const window = visibleWords(wholeUpTo, 3, 4);
    expect(window).toEqual({ first: 0, end: wholeUpTo, of: wholeUpTo });
    expect(isPart(window)).toBe(false);
    expect(wordPlaces(window).every(({ rest }, i) => !rest && i < wholeUpTo)).toBe(true);
  });

  it.each([33, 60, 512, 1024])('of %i words contain the focus, and fit the room', (n) => {
    for (const room of [0, 9, 14, 1000]) {
      for (let focus = 0; focus < n; focus += n > 100 ? 11 : 1) {
        const window = visibleWords(n, focus, room);
        const places = wordPlaces(window);
        expect(isShown(window, focus)).toBe(true);
        expect(places.length).toBeLessThanOrEqual(Math.max(7, Math.min(wholeUpTo + 2, room)));
        expect(places[placeOfWord(window, focus)]).toEqual({
          first: focus,
          end: focus + 1,
          rest: false,
        });
      }
    }
  });

  it('stand around the focus, and at the ends of the text reach them', () => {
    expect(visibleWords(512, 200, 14)).toEqual({ first: 194, end: 206, of: 512 });
    expect(visibleWords(512, 0, 14)).toEqual({ first: 0, end: 12, of: 512 });
    expect(visibleWords(512, 511, 14)).toEqual({ first: 500, end: 512, of: 512 });
  });

  it('leave no single word out', () => {
    expect(visibleWords(512, 7, 14)).toEqual({ first: 0, end: 13, of: 512 });
    expect(visibleWords(512, 504, 14).end).toBe(510);
    expect(visibleWords(512, 505, 14)).toEqual({ first: 499, end: 512, of: 512 });
  });
});

describe('the places of a long text', () => {
  const window = visibleWords(512, 200, 14);
  const places = wordPlaces(window);

  it('hold every word once', () => {
    expect(places.map(({ rest }) => rest)).toEqual([true, ...Array(12).fill(false), true]);
    expect(places[0]).toEqual({ first: 0, end: 194, rest: true });
    expect(places.at(-1)).toEqual({ first: 206, end: 512, rest: true });
  });

  it('add up to what all words add up to', () => {
    const weights = Float64Array.from({ length: 512 }, (_, i) => ((i * 37) % 101) + 1);
    const total = weights.reduce((sum, w) => sum + w, 0);
    expect(places.reduce((sum, place) => sum + sumOver(place, weights), 0)).toBe(total);
  });

  it('know which of them a word is in, and which word lies next', () => {
    expect([0, 193, 194, 205, 206, 511].map((token) => placeOfWord(window, token))).toEqual([
      0, 0, 1, 12, 13, 13,
    ]);
    expect(places.map(nearest)).toEqual([
      193,
      ...Array.from({ length: 12 }, (_, i) => 194 + i),
      206,
    ]);
  });
});
