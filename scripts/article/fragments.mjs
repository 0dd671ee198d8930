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

/** The guess that a measured value bears out: `bounds` lie between one guess and the next. */
function rightGuess(question, guesses, { value, bounds }) {
  const limits = (bounds ?? '').split(' ').map(Number);
  const number = Number.parseFloat((value ?? '').replace(/^(&lt;|about )+/, '').replace('−', '-'));
  if (limits.length !== guesses.length - 1 || [number, ...limits].some(Number.isNaN))
    throw new Error(`what decides between the guesses is no number: “${question}”`);
  return limits.filter((limit) => number >= limit).length;
}

/** A question whose answer is to be guessed first, from some guesses where there are any. */
function ask({ question, ...rest }, answer) {
  const reveal = (summary) =>
    `<details><summary>${summary}</summary><p>${answer.trim()}</p></details>`;
  if (!rest.guesses) return `<div class="ask">${reveal(question)}</div>`;
  const guesses = rest.guesses.split('|');
  const list = guesses.map((guess) => `<li>${guess}</li>`).join('');
  const right = rightGuess(question, guesses, rest);
  return `<div class="ask" data-right="${right}"><p class="question">${question}</p><ul class="guesses">${list}</ul>${reveal('Answer')}</div>`;
}

/** The line of HTML that puts a figure into another page; Markdown takes it for a block of HTML. */
export function embedCode(attributes) {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return `<script async src="fovea.js"></script><fovea-encoder${written.join('')}></fovea-encoder>`;
}

/** Files that a figure in another page needs beside it, as links. */
function filesOf({ bundle, beneath }) {
  const others = [bundle, beneath?.bundle].filter(Boolean).map((name) => `fovea-${name}.js`);
  return ['fovea.js', ...others].map((name) => `<a href="${name}" download>${name}</a>`);
}

function figureHtml({ alt, ...attributes }, caption, { views, picture }) {
  const { view } = attributes;
  const descriptor = views.get(view);
  if (!descriptor) throw new Error(`the article shows no such view: ${view}`);
  const hash = new URLSearchParams(attributes.view === 'film' ? { view } : { view });
  const data = escaped(JSON.stringify(attributes));
  return `<figure id="figure-${view}">
<div class="live" data-figure="${data}">${picture({ attributes, alt })}</div>
<figcaption><p>${caption}</p>
<div class="take"><a class="open" href="index.html#${hash}">Open in Fovea</a>
<details class="embed"><summary>Embed</summary><pre><code>${escaped(embedCode(attributes))}</code></pre><p>Beside your page: ${filesOf(descriptor).join(', ')}.</p></details></div>
</figcaption>
</figure>`;
}

/** A fragment of web/article as HTML. `views` has what a view is by its id; `picture` draws what stands where a figure is not live. */
export function fragment(text, { views, picture }) {
  return text
    .replace(
      /<formula name="([^"]*)" \/>/g,
      (_, name) => `<div class="formula">${formula(name)}</div>`,
    )
    .replace(/<listing ([^>]*)\/>/g, (_, attributes) => listings(attributesOf(attributes)))
    .replace(/<ask ([^>]*)>([\s\S]*?)<\/ask>/g, (_, attributes, answer) =>
      ask(attributesOf(attributes), answer),
    )
    .replace(/<figure (view="[^>]*)>([\s\S]*?)<\/figure>/g, (_, attributes, caption) =>
      figureHtml(attributesOf(attributes), caption, { views, picture }),
    );
}
