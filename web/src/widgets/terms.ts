import { css, html, type TemplateResult } from 'lit';
import { inGlossary } from './in-glossary';

/** The field's words that captions use, each with what it means here; longer ones first. */
export const terms: readonly (readonly [word: string, meaning: string])[] = [
  ['layer norm', 'brings a word’s numbers to mean 0 and deviation 1, then to a scale it learned'],
  ['standard deviation', 'how far numbers lie from their mean'],
  ['residual path', 'the way on which a word goes around a part, to be added to what comes out'],
  ['feed-forward', 'the part of a layer that works on each word alone'],
  ['hidden units?', 'a number between the two matrices of the feed-forward part'],
  ['activation', 'a function that holds back what is below zero'],
  ['antecedent', 'the word that a pronoun stands for'],
  ['attention', 'how much one word takes from each of the others'],
  ['cosine', '1 where two vectors point the same way, 0 where they have nothing in common'],
  ['embedding', 'the row of learned numbers that stands for a piece at the start'],
  ['encoder', 'the whole network, from the words to one vector for each'],
  ['entropy', 'how spread weights are: 0 bits is all on one word, 1 bit half on each of two'],
  ['bits', 'how spread weights are: 0 is all on one word, 1 half on each of two'],
  ['gradients?', 'how much the loss would grow for each unit that a number grows'],
  ['heads?', 'a way of looking, with matrices of its own; a layer has several side by side'],
  ['keys?', 'what a word can be found by, as numbers'],
  ['layers?', 'attention and a feed-forward part; the model has several, one after another'],
  ['logits?', 'a score of a piece, before softmax makes shares of all'],
  ['loss', '−ln of the share that goes to the right piece: 0 where the model is sure of it'],
  ['pieces?', 'a word of the vocabulary, or a part to spell others with'],
  ['query', 'what a word looks for, as numbers'],
  ['score', 'how well a query and a key fit'],
  ['softmax', 'e to the power of each score, divided by the sum of all: shares that add up to 1'],
  ['sublayer', 'attention or the feed-forward part, with the sum after it'],
  ['tokens?', 'a piece of the text'],
  ['value', 'what a word hands over, as numbers'],
  ['vectors?', 'a row of numbers that stands for a word'],
  ['vocabulary', 'the fixed list of pieces that the model knows'],
];

/** Where the article's glossary has a term. */
export const termId = (word: string): string =>
  `term-${word
    .replace('s?', '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')}`;

// Words in quotation marks are the reader's.
const pattern = new RegExp(
  `(?<![\\p{L}“-])(?:${terms.map(([word]) => `(${word})`).join('|')})(?![\\p{L}-])`,
  'giu',
);

/**
 * A text with the first use of each term as a place that tells its meaning; `met` holds the terms
 * met before. What is no text stays as it is.
 */
export function explained(content: unknown, met = new Set<number>()): unknown {
  if (Array.isArray(content)) return content.map((part) => explained(part, met));
  if (typeof content !== 'string') return content;
  const parts: (string | TemplateResult)[] = [];
  let from = 0;
  for (const match of content.matchAll(pattern)) {
    const term = match.slice(1).findIndex((group) => group !== undefined);
    if (met.has(term)) continue;
    met.add(term);
    parts.push(
      content.slice(from, match.index),
      place(match[0], ...(terms[term] as (typeof terms)[0])),
    );
    from = match.index + match[0].length;
  }
  return [...parts, content.slice(from)];
}

const place = (text: string, word: string, meaning: string): TemplateResult =>
  html`<dfn><a class="term-told" tabindex="0" title=${meaning} ${inGlossary(termId(word))}>${text}</a></dfn>`;

export const termStyles = css`
  dfn {
    font-style: normal;
  }
  .term-told {
    position: relative;
    color: inherit;
    text-decoration: underline dotted 1px;
    text-underline-offset: 3px;
    cursor: help;
  }
  .term-told:focus-visible::after {
    position: absolute;
    z-index: 5;
    bottom: calc(100% + 4px);
    left: 0;
    width: max-content;
    max-width: 24ch;
    padding: 4px 8px;
    border: 1px solid var(--ink);
    background: var(--paper);
    color: var(--ink);
    font: 12px / 1.4 var(--sans);
    text-align: start;
    content: attr(title);
  }
`;
