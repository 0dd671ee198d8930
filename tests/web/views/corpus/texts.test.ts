import { expect, it } from 'vitest';
import { longestColumn, parseReaderTexts } from '../../../../web/src/views/corpus/texts';

it('takes one sentence from each line', () => {
  const { columns, texts } = parseReaderTexts('a.txt', '\ufeffthe cat sat\r\n\n  a dog, too  \n');
  expect(columns).toEqual([]);
  expect(texts).toEqual([['the cat sat', 'a dog, too']]);
});

it('cuts passages into sentences', () => {
  const passage = `${'The cat sat on the mat and slept. '.repeat(6)}“It was old!” She left.`;
  expect(parseReaderTexts('a.txt', passage).texts[0]).toEqual([
    ...Array(6).fill('The cat sat on the mat and slept.'),
    '“It was old!”',
    'She left.',
  ]);
});

it('takes a column of a table, with quotes and line breaks in its fields', () => {
  const text = 'id,text,mark\n1,"the ""big"" cat, and\na dog",x\n\n2,it sat,\n';
  const brought = parseReaderTexts('a.CSV', text);
  expect(brought.columns).toEqual(['id', 'text', 'mark']);
  expect(brought.texts).toEqual([['1', '2'], ['the "big" cat, and\na dog', 'it sat'], ['x']]);
  expect(longestColumn(brought)).toBe(1);
  expect(parseReaderTexts('a.csv', 'n;text\n1;a cat').columns).toEqual(['n', 'text']);
});

it('takes a table that was pasted from a sheet by its tabs', () => {
  expect(parseReaderTexts('your text', 'n\ttext\n1\ta, cat\n').texts[1]).toEqual(['a, cat']);
});
