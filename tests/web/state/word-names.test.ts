import { describe, expect, it } from 'vitest';
import { wordName, wordNameFirst } from '../../../web/src/state/word-names';
import { makeTokens } from '../fixtures';

describe('the name of a word', () => {
  const cats = makeTokens('your cat is a lovely cat');

  it('is the word, and of several alike says which', () => {
    expect(wordName(cats, 0)).toBe('“your”');
    expect(wordName(cats, 1)).toBe('the first “cat”');
    expect(wordName(cats, 5)).toBe('the second “cat”');
    expect(wordNameFirst(cats, 5)).toBe('The second “cat”');
    expect(wordNameFirst(makeTokens('the dog'), 0)).toBe('“the”');
  });

  it('counts where there are more than have a word', () => {
    const many = makeTokens(Array.from({ length: 10 }, () => 'dog').join(' '));
    expect(wordName(many, 7)).toBe('the eighth “dog”');
    expect(wordName(many, 9)).toBe('“dog” number 10');
  });
});
