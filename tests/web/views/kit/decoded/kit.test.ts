// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { archesOf, columnsIn, linesOf } from '../../../../../web/src/views/kit/decoded/columns';
import { copying, copyingHead, headsOf } from '../../../../../web/src/views/kit/decoded/words';
import { departures } from '../../../../../web/src/views/kit/decoded/writing';
import { answerOf, rewritten, source } from './answers';

vi.mock('../../../../../web/src/relatives/client', () => ({ relatives: () => null }));

describe('what was written in place of something else', () => {
  const of = (read: string, written: string) =>
    departures(read.split(' '), written.split(' ')).map(({ from, to }) => [from, to]);

  it('is found, words that stay aside', () => {
    expect(of('[CLS] a dog saw it and slept [SEP]', 'a dog saw the cat and slept [SEP]')).toEqual([
      [[4], [3, 4]],
    ]);
    expect(of('[CLS] a b [SEP]', 'a b [SEP]')).toEqual([]);
    expect(of('[CLS] it is he [SEP]', 'the dog is max [SEP]')).toEqual([
      [[1], [0, 1]],
      [[3], [3]],
    ]);
    expect(of('[CLS] a b [SEP]', 'a')).toEqual([[[2], []]]);
  });
});

describe('lines and arches', () => {
  const at = columnsIn(320, 12, { hasArches: true });
  const weights = [0.5, 0.25, 0.25];

  it('are as thick as their weights, and end at their words', () => {
    const lines = linesOf(at, 4, weights);
    expect(lines.map(({ width }) => width / (at.row - 4))).toEqual(weights);
    expect(lines[2]?.d.endsWith(`${2.5 * at.row} ${at.read + 8} ${2.5 * at.row}`)).toBe(true);
    const arches = archesOf(at, 3, weights);
    expect(
      arches
        .filter(({ key }) => key < 3)
        .map(({ key, width }) => [key, width / (at.row - 4)])
        .sort(),
    ).toEqual(weights.map((weight, i) => [i, weight]));
  });

  it('stay in the figure', () => {
    for (const width of [280, 480, 760]) {
      const { read, written, arches } = columnsIn(width, 12, { hasArches: true });
      expect(
        [read, written - read, arches - written, width - arches].every((room) => room > 40),
      ).toBe(true);
    }
  });
});

it('the head that is shown first is the one that copies most', () => {
  const answer = answerOf(rewritten, source);
  const shares = headsOf(answer.model).map((head) => copying(answer, head));
  expect(copying(answer, copyingHead(answer))).toBe(Math.max(...shares));
});
