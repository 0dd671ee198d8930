import { expect, it } from 'vitest';
import type { Token } from '../../../web/src/model/protocol';
import { spelledRuns, typedWords } from '../../../web/src/state/word-names';

const at = (piece: string, begin: number, end: number): Token => ({ id: 0, piece, begin, end });

/** "Robots run, Ab [SEP]" */
const text = 'Robots run, Ab';
const tokens = [
  at('r', 0, 1),
  at('##obo', 1, 4),
  at('##ts', 4, 6),
  at('run', 7, 10),
  at(',', 10, 11),
  at('[UNK]', 12, 14),
  at('[SEP]', 14, 14),
];

it('puts the pieces of a word together, as the word was typed', () => {
  expect(typedWords({ text, tokens })).toEqual([
    { first: 0, end: 3, text: 'Robots', unknown: true },
    { first: 3, end: 4, text: 'run', unknown: false },
    { first: 4, end: 5, text: ',', unknown: false },
    { first: 5, end: 6, text: 'Ab', unknown: true },
    { first: 6, end: 7, text: '', unknown: false },
  ]);
  expect(spelledRuns(tokens)).toEqual([{ first: 0, end: 3 }]);
});

it('keeps apart what a space parts', () => {
  expect(typedWords({ text: 'a ##b', tokens: [at('a', 0, 1), at('##b', 2, 5)] })).toHaveLength(2);
});
