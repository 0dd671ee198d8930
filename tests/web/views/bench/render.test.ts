import { expect, it } from 'vitest';
import { cases } from '../../../../web/src/views/bench/cases';
import { differing } from '../../../../web/src/views/bench/index';

const marked = (line: string, other: string): string =>
  differing(line, other)
    .map(({ text, own }) => (own ? `[${text}]` : text))
    .join('');

it('marks what a line of code has and the other lacks', () => {
  expect(marked('a.row(i) = f(s.row(i));', 'a.col(j) = f(s.col(j));')).toBe(
    'a.[row]([i]) = f(s.[row]([i]));',
  );
  expect(marked('return key <= query + 1;', 'return key <= query;')).toBe(
    'return key <= query[ + 1];',
  );
  expect(marked('return key <= query;', 'return key <= query + 1;')).toBe('return key <= query;');
});

it.each(cases)('the lines of $id differ, and stay whole', ({ wrongLine, rightLine }) => {
  const both = [differing(wrongLine, rightLine), differing(rightLine, wrongLine)];
  expect(both.map((parts) => parts.map(({ text }) => text).join(''))).toEqual([
    wrongLine,
    rightLine,
  ]);
  expect(both.flat().some(({ own }) => own)).toBe(true);
});
