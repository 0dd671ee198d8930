import { describe, expect, it } from 'vitest';
import type { Parameter } from '../../../../web/src/model/protocol';
import { readSettings } from '../../../../web/src/state/settings';
import { placedLabels } from '../../../../web/src/views/embedding-map/labels';
import { wordAt, wordMap, wordTowards } from '../../../../web/src/views/embedding-map/map';
import { nearestAsked } from '../../../../web/src/views/embedding-map/scene';
import {
  planes,
  type WordSpace,
  wordSpace,
} from '../../../../web/src/views/embedding-map/word-space';
import type { FigureContext } from '../../../../web/src/views/kit/hosted-figure';
import { type GuessPlace, withGuess } from '../../../../web/src/views/kit/question';
import type { SvgMark, TextMark } from '../../../../web/src/views/kit/scene';
import { wordKinds } from '../../../../web/src/views/kit/words';

const size = 5;
const vocabulary = [...wordKinds.flatMap(({ words }) => words), 'street'];
const data = new Float32Array(vocabulary.length * size);
vocabulary.forEach((word, id) => {
  const kind = wordKinds.findIndex(({ words }) => words.includes(word));
  if (kind >= 0) data[id * size + kind] = 3 - kind * 0.2;
  data[id * size + ((kind + 1) % 4)] = Math.sin(id) / 2;
  data[id * size + 4] = Math.cos(id) / 2;
});
const table: Parameter = { name: 'E', shape: [vocabulary.length, size], data };
const space = wordSpace(table, vocabulary) as WordSpace;
const word = (name: string) =>
  space.words.find((each) => each.word === name) as (typeof space.words)[0];

const mapAt = (width: number, name = 'cat', veiled = false) => {
  const chosen = word(name);
  const other = { word: word('street'), cosine: space.cosine(chosen.id, word('street').id) };
  const near = space.nearest(chosen.id, 6);
  const plane = planes[0] as (typeof planes)[0];
  return wordMap({ space, plane, chosen, near, other, width, height: 340, veiled });
};

const textsOf = (marks: readonly SvgMark[]): readonly TextMark[] =>
  marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []));

describe('the map of words', () => {
  it('names the kinds, and says what is near only after the guess', () => {
    const names = (veiled: boolean) =>
      textsOf(mapAt(480, 'cat', veiled).marks).map(({ text }) => text);
    for (const { name } of wordKinds) expect(names(true)).toContain(name);
    expect(names(true).some((text) => /^street [−.\d]/.test(text))).toBe(false);
    expect(names(false).some((text) => /^street [−.\d]/.test(text))).toBe(true);
  });

  it('finds the word under a pointer, in the lens as it is magnified there', () => {
    const map = mapAt(480);
    const i = map.words.findIndex((each) => each.word === 'castle');
    const [x, y] = map.places[i] as readonly [number, number];
    expect(wordAt(map, x, y)?.word).toBe('castle');
    expect(wordAt(map, ...map.lens.middle)?.word).toBe('cat');
  });

  it('goes with arrow keys to a word on that side', () => {
    const map = mapAt(480);
    const place = (name: string) => map.places[map.words.findIndex((each) => each.word === name)];
    const next = wordTowards(map, word('cat'), 'ArrowRight');
    if (next) expect(place(next.word)?.[0]).toBeGreaterThan(place('cat')?.[0] ?? 0);
    const ways = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'];
    expect(ways.filter((key) => wordTowards(map, word('cat'), key)).length).toBeGreaterThan(1);
    expect(wordTowards(map, word('cat'), 'Enter')).toBeUndefined();
  });

  it('lays the lens within the map', () => {
    for (const width of [296, 480, 900]) {
      const { box } = mapAt(width, 'tired').lens;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
  });
});

it('labels lie over no other', () => {
  const names = Array.from({ length: 40 }, (_, i) => ({
    text: `word ${i}`,
    place: [100 + 40 * Math.sin(i * 3), 100 + 40 * Math.cos(i * 7)] as const,
  }));
  const found = placedLabels(names, [], { x: 0, y: 0, width: 200, height: 200 });
  expect(found.length).toBeGreaterThan(5);
  for (const [i, { box: a }] of found.entries())
    for (const { box: b } of found.slice(i + 1))
      expect(
        a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height,
      ).toBe(false);
});

it('what was guessed is told of the word that was guessed about alone', () => {
  const asked = (settings: string, name: string) => {
    const state = { settings: '' };
    const m = { choices: readSettings(settings), state: { ...state, settings } };
    return nearestAsked(m as unknown as FigureContext, word(name));
  };
  const guess = (settings: string) => withGuess(settings, asked('', 'cat') as GuessPlace, 2);
  expect(asked('', 'cat')?.asks).toContain('similar to that of “cat”?');
  expect(asked(guess(''), 'cat')?.asks).toContain('similar to that of “cat”?');
  expect(asked(guess(''), 'street')).toBeNull();
});
