import { css, html, noChange, type TemplateResult } from 'lit';
import { Directive, directive, type ElementPart } from 'lit/directive.js';
import { spokenLanguage } from '../words/language';
import { later, msg } from '../words/msg';

/** Addresses that are no script: others of the page, of the web, and none, which is the page itself. */
const allowed = /^(https?:|[./]|[\w./-]*$)/;

/** What the figure around an element, or one further out, has in its attribute `article`. */
function articleAround(element: Element): string | null {
  const root = element.getRootNode();
  if (!(root instanceof ShadowRoot)) return null;
  return root.host.getAttribute('article') ?? articleAround(root.host);
}

class InGlossary extends Directive {
  render(_id: string): unknown {
    return noChange;
  }

  override update({ element }: ElementPart, [id]: [string]): unknown {
    // It is not in its figure yet when it is drawn for the first time.
    queueMicrotask(() => {
      const article = articleAround(element);
      const href = article === null || !allowed.test(article) ? null : `${article}#${id}`;
      // To the browser, the same address anew is a link anew.
      if (href === element.getAttribute('href')) return;
      if (href === null) element.removeAttribute('href');
      else element.setAttribute('href', href);
    });
    return noChange;
  }
}

/** Makes a link of an `<a>`, into the article's glossary, where a figure says that there is an article. */
const inGlossary = directive(InGlossary);

/** The field's words that captions use, each with what it means here; longer ones first. */
export const terms: readonly (readonly [word: string, meaning: string])[] = [
  [
    later('LayerNorm'),
    later('brings a word’s numbers to mean 0 and standard deviation 1, then to a learned scale'),
  ],
  [later('standard deviation'), later('how far numbers typically lie from their mean')],
  [later('residual connection'), later('adds what went into a part to what comes out')],
  [later('feed-forward'), later('the part of a layer that works on each word alone')],
  [later('hidden units?'), later('a number between the two matrices of the feed-forward network')],
  [later('activation'), later('a function that suppresses what is below zero')],
  [later('antecedent'), later('the word that a pronoun stands for')],
  [later('attention'), later('how much one word takes from each of the others')],
  [
    later('cosine'),
    later('1 if two vectors point the same way, 0 at right angles, −1 if opposite'),
  ],
  [later('embedding'), later('the learned numbers that a token starts out with')],
  [later('encoder'), later('the whole network: words in, one vector for each out')],
  [
    later('entropy'),
    later('how spread out weights are: 0 bits if all on one word, 1 bit if half on each of two'),
  ],
  [
    later('bits'),
    later('how spread out weights are: 0 if all on one word, 1 if half on each of two'),
  ],
  [later('gradients?'), later('how fast the loss grows as a number grows')],
  [later('heads?'), later('attention with matrices of its own; a layer has several side by side')],
  [later('keys?'), later('what a word can be found by, as numbers')],
  [later('layers?'), later('attention and a feed-forward network; a model stacks several')],
  [later('logits?'), later('a token’s score, before softmax makes it a probability')],
  [later('loss'), later('−ln of the right token’s probability: 0 if the model is sure of it')],
  [later('pieces?'), later('a word of the vocabulary, or a part to spell others with')],
  [later('query'), later('what a word looks for, as numbers')],
  [later('score'), later('how well a query matches a key')],
  [
    later('softmax'),
    later('e to the power of each score, divided by the sum of them all: they add up to 1'),
  ],
  [later('sublayer'), later('attention or the feed-forward network, with the sum after it')],
  [later('tokens?'), later('a word or part of one, as the model reads it')],
  [later('value'), later('what a word passes on, as numbers')],
  [later('vectors?'), later('a list of numbers that stands for a word')],
  [later('vocabulary'), later('the fixed list of tokens that the model knows')],
];

/** A term's pattern as the bare word: “hidden units?” is “hidden unit”, “Kopf(?:s|es)?|Köpfen?” “Kopf”. */
export const termName = (pattern: string): string =>
  pattern
    .replace(/\(\?:.*?\)\?/g, '')
    .replace(/\|.*/, '')
    .replace(/.\?/g, '');

/** Where the article's glossary has a term. */
export const termId = (word: string): string =>
  `term-${termName(word)
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')}`;

/** What finds the terms in a text, by language. */
const patterns = new Map<string, RegExp>();

function pattern(): RegExp {
  const language = spokenLanguage();
  const words = () => terms.map(([word]) => `(${msg(word)})`).join('|');
  // Words in quotation marks are the reader's.
  const found =
    patterns.get(language) ?? new RegExp(`(?<![\\p{L}“„-])(?:${words()})(?![\\p{L}-])`, 'giu');
  patterns.set(language, found);
  return found;
}

/**
 * A text with the first use of each term as a place that tells its meaning; `met` holds the terms
 * met before. What is no text stays as it is.
 */
export function explained(content: unknown, met = new Set<number>()): unknown {
  if (Array.isArray(content)) return content.map((part) => explained(part, met));
  if (typeof content !== 'string') return content;
  const parts: (string | TemplateResult)[] = [];
  let from = 0;
  for (const match of content.matchAll(pattern())) {
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
  html`<dfn><a class="term-told" tabindex="0" title=${msg(meaning)} ${inGlossary(termId(word))}>${text}</a></dfn>`;

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
