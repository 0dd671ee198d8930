import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  count,
  counted,
  fine,
  percent,
  plain,
  positive,
  signed,
  weight,
} from '../../../web/src/state/format';
import { grouped, speak, spokenLanguage } from '../../../web/src/words/language';
import { keyOf, later, msg, msgParts } from '../../../web/src/words/msg';

beforeEach(() => {
  globalThis.foveaWords = {
    de: {
      'Head {0} of {1}': 'Von {1} Köpfen der {0}.',
      'to the {0}': '{0} zu',
      Tokens: 'Stücke',
      two: 'zwei',
      '{0} {0:word|words}': '{0:ein Wort|{0} Wörter}',
    },
  };
  speak('de');
});

afterEach(() => {
  globalThis.foveaWords = undefined;
  speak('en');
});

const head = (n: number, all: number) => msg`Head ${n} of ${all}`;

it('puts values where the language has them', () => {
  expect(head(2, 8)).toBe('Von 8 Köpfen der 2.');
  expect(head(3, 8)).toBe('Von 8 Köpfen der 3.');
  const part = { word: 'street' };
  expect(msgParts`to the ${part}`.filter(Boolean)).toEqual([part, ' zu']);
});

it('says what was marked for later, and in English what has no translation', () => {
  const title = later('Tokens');
  expect(title).toBe('Tokens');
  expect(msg(title)).toBe('Stücke');
  expect(msg('Scores')).toBe('Scores');
  expect(msg`Layer ${1}`).toBe('Layer 1');
});

const words = (n: number) => msg`${counted(n)} {0:word|words}`;
const away = (n: number) => msg`{0:next door|${n} {0} doors away}`;

it('has the forms of a number that the language has', () => {
  expect([1, 2, 12].map(words)).toEqual(['ein Wort', 'zwei Wörter', '12 Wörter']);
  speak('en');
  expect([0, 1, 2, 12].map(words)).toEqual(['no words', 'one word', 'two words', '12 words']);
  expect([1, 3].map(away)).toEqual(['next door', '3 3 doors away']);
  expect(msgParts`${1} {0:word|words}`).toEqual(['', 1, ' word']);
});

it('asks for as many forms as a language has categories', () => {
  globalThis.foveaWords = { pl: { '{0} {0:word|words}': '{0} {0:słowo|słowa|słów|słowa}' } };
  speak('pl');
  expect([1, 3, 5, 22].map((n) => msg`${n} {0:word|words}`)).toEqual([
    ...['1 słowo', '3 słowa', '5 słów', '22 słowa'],
  ]);
});

it('speaks English where a language is not loaded', () => {
  speak('fr');
  expect(spokenLanguage()).toBe('en');
  expect(head(2, 8)).toBe('Head 2 of 8');
  expect(msgParts`to the ${1}`).toEqual(['to the ', 1, '']);
});

it('knows a message by its words, whatever white space a build leaves', () => {
  expect(keyOf(['a\n   b ', ' c ', ''])).toBe('a b {0} c {1}');
});

it('writes numbers as the language does', () => {
  const written = [weight(0.5214), weight(0.0004), signed(-4.089), fine(-3.14e-7), plain(0.5)];
  expect(written).toEqual(['0,521', '<0,001', '−4,09', '−3,1e−7', '0,5']);
  expect([positive(17.8014), positive(34415), percent(0.52)]).toEqual([
    '17,801',
    '34415',
    '52\u202f%',
  ]);
  expect([grouped(45104), signed(-0.001), count(12)]).toEqual(['45.104', '0,00', '12']);
  speak('en');
  expect([weight(0.5214), plain(0.5), grouped(45104)]).toEqual(['.521', '0.5', '45,104']);
});

it('writes English numbers as Intl would', () => {
  speak('en');
  const numbers = [0, 7, -7, 999, 1000, -45104, 1234567, 12.3, -0.0127, 45104.25, 999999.9996];
  expect(numbers.map(grouped)).toEqual(numbers.map((x) => x.toLocaleString('en')));
});
