// @vitest-environment happy-dom
import { html, render } from 'lit';
import { afterEach, expect, it } from 'vitest';
import { wordsOf } from '../../../scripts/lib/languages.mjs';
import { explained, termId, termName, terms } from '../../../web/src/widgets/terms';

afterEach(() => document.body.replaceChildren());

/** A figure inside another, as one of another file is in its host; the outer one has the attribute. */
async function caption(article: string | null, text: string): Promise<HTMLAnchorElement[]> {
  const outer = document.createElement('div');
  if (article !== null) outer.setAttribute('article', article);
  const inner = document.createElement('div');
  outer.attachShadow({ mode: 'open' }).append(inner);
  const root = inner.attachShadow({ mode: 'open' });
  document.body.append(outer);
  render(html`<p>${explained(text)}</p>`, root as unknown as HTMLElement);
  await Promise.resolve();
  return [...root.querySelectorAll('a')];
}

it('a term tells its meaning, at its first use', async () => {
  const places = await caption(null, 'The query meets keys; a query is no “value”.');
  expect(places.map(({ textContent }) => textContent)).toEqual(['query', 'keys']);
  expect(places.map(({ title }) => title)).toEqual([
    'what a word looks for, as numbers',
    'what a word can be found by, as numbers',
  ]);
  expect(places.every(({ tabIndex }) => tabIndex === 0)).toBe(true);
});

it('is a link into the article’s glossary where a figure around it says that there is one', async () => {
  const [place] = await caption('text/article.html', 'Hidden units fire.');
  expect(place?.getAttribute('href')).toBe('text/article.html#term-hidden-unit');
  const [own] = await caption('', 'softmax');
  expect(own?.getAttribute('href')).toBe('#term-softmax');
});

it('is no link where there is no article, nor one to a script', async () => {
  for (const article of [null, 'javascript:alert(1)', 'data:text/html,x'])
    expect((await caption(article, 'softmax'))[0]?.hasAttribute('href')).toBe(false);
});

it('has a name for lists, in each language, without the endings of its pattern', () => {
  const german = wordsOf('de');
  expect(termName('hidden units?')).toBe('hidden unit');
  expect(termName(german['heads?'] ?? '')).toBe('Kopf');
  expect(termName(german['hidden units?'] ?? '')).toBe('verborgene Einheit');
  for (const [word] of terms)
    for (const pattern of [word, german[word] ?? ''])
      expect(termName(pattern)).toMatch(/^\p{Lu}?\p{L}[\p{L} -]+$/u);
});

it('has an id of its own for each term', () => {
  const ids = terms.map(([word]) => termId(word));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^term-[a-z-]+$/.test(id))).toEqual([]);
});
