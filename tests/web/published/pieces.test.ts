import { expect, it } from 'vitest';
import { shownPiece, shownPieces } from '../../../web/src/published/worker-jobs';

it('writes byte-level pieces as text, with ## before what goes on a word', () => {
  const shown = shownPieces(['<s>', 'Ġstreet', 'ing', 'ĠcafÃ©', '.', 'Ġ', 'Ċ']);
  expect(shown).toEqual(['<s>', 'street', '##ing', 'café', '.', '␣', '\n']);
});

it('names the bytes of a character that is not whole, without the mark of a space before them', () => {
  const shown = shownPieces(['Ġthe', 'Ã', 'ĠâĤ', 'ĠâĤ¬']);
  expect(shown).toEqual(['the', '<0xC3>', '<0xE2><0x82>', '€']);
});

it('writes Unigram’s pieces so, and leaves WordPiece’s as they are', () => {
  expect(shownPieces(['▁the', 'r', '</s>', '▁'])).toEqual(['the', '##r', '</s>', '␣']);
  const bert = ['[CLS]', 'the', '##r'];
  expect(shownPieces(bert)).toBe(bert);
});

it('takes what begins a text for a word, and what stands behind a piece for its end', () => {
  const pieces = ['##The', '##re'];
  const first = { id: 0, begin: 0, end: 3 };
  const second = { id: 1, begin: 3, end: 5 };
  const apart = { id: 1, begin: 6, end: 8 };
  expect(shownPiece(first, { id: 0, begin: 0, end: 0 }, pieces)).toBe('The');
  expect(shownPiece(second, first, pieces)).toBe('##re');
  expect(shownPiece(apart, second, pieces)).toBe('re');
});
