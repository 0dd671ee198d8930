// The small language of web/article: what its own tags become in the page.

import { formula } from './formulas.mjs';
import { listing } from './listings.mjs';

export const escaped = (text) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Attributes of a tag as an object. */
const attributesOf = (text) =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );

/** {{name}} becomes the number of that name; `used` learns which were. */
export function withNumbers(text, numbers, used) {
  return text.replace(/\{\{([^}]*)\}\}/g, (_, name) => {
    if (!Object.hasOwn(numbers, name)) throw new Error(`the article has no number "${name}"`);
    used.add(name);
    return escaped(String(numbers[name]));
  });
}

const source = (path, names) => `<pre><code>${escaped(listing(path, names))}</code></pre>`;

/** "core/src/a.cpp one two; core/src/b.cpp three": functions by the files they stand in. */
function cppListing(text) {
  return text.split(';').map((part) => {
    const [path, ...names] = part.trim().split(/\s+/);
    return `<p class="from">C++, from <code>${path}</code></p>${source(path, names)}`;
  });
}

function listings({ cpp, python }) {
  const parts = [
    ...(cpp ? cppListing(cpp) : []),
    ...(python
      ? [`<p class="from">NumPy</p>${source('web/article/encoder.py', python.split(/\s+/))}`]
      : []),
  ];
  return `<details class="code"><summary>The same as code</summary>${parts.join('\n')}</details>`;
}

/** A question whose answer is to be guessed first. */
const ask = (question, answer) =>
  `<details class="ask"><summary>${question}</summary><p>${answer.trim()}</p></details>`;

/** The line of HTML that puts a figure into another page; Markdown takes it for a block of HTML. */
export function embedCode(attributes) {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<script async src="fovea.js"></script><fovea-encoder${written.join('')}></fovea-encoder>`;
}

function figureHtml({ alt, ...attributes }, caption, picture) {
  const { view } = attributes;
  const hash = new URLSearchParams(attributes.view === 'film' ? { view } : { view });
  const data = escaped(JSON.stringify(attributes));
  return `<figure id="figure-${view}">
<div class="live" data-figure="${data}">${picture({ attributes, alt })}</div>
<figcaption><p>${caption}</p>
<div class="take"><a class="open" href="index.html#${hash}">Open in Fovea</a>
<details class="embed"><summary>Embed</summary><pre><code>${escaped(embedCode(attributes))}</code></pre></details></div>
</figcaption>
</figure>`;
}

/** A fragment of web/article as HTML. `picture` draws what stands where a figure is not live. */
export function fragment(text, { views, picture }) {
  return text
    .replace(
      /<formula name="([^"]*)" \/>/g,
      (_, name) => `<div class="formula">${formula(name)}</div>`,
    )
    .replace(/<listing ([^>]*)\/>/g, (_, attributes) => listings(attributesOf(attributes)))
    .replace(/<ask question="([^"]*)">([\s\S]*?)<\/ask>/g, (_, question, answer) =>
      ask(question, answer),
    )
    .replace(/<figure (view="[^>]*)>([\s\S]*?)<\/figure>/g, (_, attributes, caption) => {
      const figure = attributesOf(attributes);
      if (!views.has(figure.view))
        throw new Error(`the article shows no such view: ${figure.view}`);
      return figureHtml(figure, caption, picture);
    });
}
