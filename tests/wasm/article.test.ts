import { beforeAll, describe, expect, it } from 'vitest';
import { type ArticleModel, openModel, openStudies } from '../../scripts/article/model.mjs';
import { measure } from '../../scripts/article/numbers/index.mjs';
import * as sentences from '../../scripts/article/numbers/sentences.mjs';
import { articlePage } from '../../scripts/article/page.mjs';
import { chapters } from '../../web/src/state/tour/chapters';
import { parseHash } from '../../web/src/state/url';
import { views } from '../../web/src/state/views';
import { type NativeTrace, nativeTrace } from '../browser/native-trace';

let model: ArticleModel;
let numbers: Record<string, string>;
let page: string;
let unused: readonly string[];

beforeAll(async () => {
  model = await openModel();
  numbers = measure(model, await openStudies());
  const article = await articlePage(numbers);
  unused = article.unused;
  page = article.html(
    ({ attributes, alt }: { attributes: { view: string }; alt: string }) =>
      `<img src="${attributes.view}.webp" alt="${alt}">`,
  );
});

const main = () => page.slice(page.indexOf('<main>'), page.indexOf('</main>'));

/** What is read: no code, formulas, glossary or references. */
function prose(html = main()): string {
  return html
    .replace(/<section id="(glossary|references)">[\s\S]*?<\/section>/g, '')
    .replace(/<details class="(code|embed)">[\s\S]*?<\/details>/g, '')
    .replace(/<math[\s\S]*?<\/math>/g, '')
    .replace(/<p class="ways">[\s\S]*?<\/p>/g, '')
    .replace(/<[^>]*>/g, ' ');
}

/** Syllables by groups of vowels, without a silent ending. */
function syllables(word: string): number {
  const said = word.toLowerCase().replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, '');
  return word.length <= 3 ? 1 : Math.max(1, said.match(/[aeiouy]{1,2}/g)?.length ?? 0);
}

/** The Flesch–Kincaid grade: the years of school that a text asks for. */
function grade(text: string): number {
  const sentences = text.split(/[.?!][”’)]*\s/).filter((each) => /\p{L}/u.test(each));
  const words = sentences.flatMap((each) => each.match(/[\p{L}\d][\p{L}\d’.,-]*/gu) ?? []);
  const sounds = words.reduce((sum, word) => sum + syllables(word), 0);
  return (0.39 * words.length) / sentences.length + (11.8 * sounds) / words.length - 15.59;
}

const sections = () =>
  [...main().matchAll(/<section id="([\w-]+)">([\s\S]*?)<\/section>/g)].map(([, id, html]) => ({
    id: id as string,
    html: html as string,
  }));

const parts = () =>
  sections().filter(({ id }) => !['questions', 'glossary', 'references'].includes(id));

const all = (pattern: RegExp, text = page) => [...text.matchAll(pattern)].map(([, found]) => found);

describe('the article', () => {
  it('has 4,000 to 6,000 words', () => {
    const count = prose()
      .split(/\s+/)
      .filter((word) => /[\p{L}\d]/u.test(word)).length;
    console.log(`the article: ${count} words`);
    expect(count).toBeGreaterThanOrEqual(4000);
    expect(count).toBeLessThanOrEqual(6000);
  });

  it('can be read after eight years of school', () => {
    expect(grade('The cat sat on the mat. It was too tired.')).toBeLessThan(1);
    expect(grade('Considerable simplification necessitates deliberation. ')).toBeGreaterThan(20);
    const reached = grade(prose(main().replace(/<\/(p|li|h2|summary)>/g, '. ')));
    console.log(`the article: grade ${reached.toFixed(1)}`);
    expect(reached).toBeLessThanOrEqual(8);
  });

  it('uses every number that is measured for it, and leaves none out', () => {
    expect(unused).toEqual([]);
    expect(page).not.toMatch(/\{\{|\}\}|undefined|NaN|\[object/);
    expect(page).not.toMatch(/<(figure view|ask|listing|formula|contents|sections|glossary) /);
  });

  it('has in each section a figure, a question and the step as code', () => {
    expect(parts()).toHaveLength(20);
    const lacking = (mark: string) =>
      parts().flatMap(({ id, html }) => (html.includes(mark) ? [] : [id]));
    expect(lacking('<figure id=')).toEqual([]);
    expect(lacking('<div class="ask"')).toEqual([]);
    expect(lacking('<math')).toEqual([]);
    expect(lacking('NumPy</p>')).toEqual([]);
    expect(lacking('<p class="from">C++')).toEqual([]);
  });

  it('asks at least twenty more questions', () => {
    const html = sections().find(({ id }) => id === 'questions')?.html ?? '';
    expect(all(/<summary>(.*?)<\/summary>/g, html).length).toBeGreaterThanOrEqual(20);
  });

  it('has figures of views that there are, each once, with words for its picture', () => {
    const shown = all(/<figure id="figure-([\w-]+)"/g);
    const known = [...views.map(({ id }) => id), 'film'];
    expect(shown.filter((view) => !known.includes(String(view)))).toEqual([]);
    expect(new Set(shown).size).toBe(shown.length);
    expect(all(/<img [^>]*alt="([^"]{20,})"/g)).toHaveLength(shown.length);
  });

  it('links only to what there is in it, and to the page', () => {
    const ids = all(/ id="([^"]+)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    const links = all(/<a [^>]*href="([^"]+)"/g).map(String);
    expect(links.length).toBeGreaterThan(40);
    const strays = links.filter((href) =>
      href.startsWith('#')
        ? !ids.includes(href.slice(1))
        : !/^(index\.html(#\w+=\S*)?|fovea(-\w+)?\.js)$/.test(href),
    );
    expect(strays).toEqual([]);
  });

  it('leads from each section to its chapter of the tour and its place in the page', () => {
    const lost = parts().filter(({ html }) => !html.includes('href="index.html#view='));
    expect(lost.map(({ id }) => id)).toEqual([]);
    const toured = all(/href="index\.html#tour=(\d+)"/g, main()).map(Number);
    expect(toured.sort((a, b) => a - b)).toEqual(chapters.map((_, at) => at + 1));
    const unread = [...new Set(all(/href="index\.html#(\S+)"/g))].filter((hash) => {
      const fields = [...new URLSearchParams(hash).keys()];
      return Object.keys(parseHash(String(hash))).length < fields.length;
    });
    expect(unread).toEqual([]);
  });

  it('gives for each figure one line of code, which Markdown takes for a block of HTML', () => {
    const codes = all(/<details class="embed">[\s\S]*?<code>([\s\S]*?)<\/code>/g).map((code) =>
      String(code).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"'),
    );
    expect(codes).toHaveLength(all(/<figure id="([\w-]+)"/g).length);
    for (const code of codes)
      expect(code).toMatch(
        /^<script async src="fovea\.js"><\/script><fovea-encoder( [\w-]+="[^"\n]+")+><\/fovea-encoder>$/,
      );
  });

  it('lists functions of some twenty lines at most, as they stand in the sources', () => {
    const listings = all(/<pre><code>([\s\S]*?)<\/code><\/pre>/g, main())
      .map(String)
      .filter((code) => !code.includes('fovea-encoder'));
    expect(listings.length).toBeGreaterThan(30);
    for (const code of listings) expect(code.split('\n').length).toBeLessThanOrEqual(32);
  });
});

/** Softmax of a native row of logits. */
function shares(logits: readonly number[]): readonly number[] {
  const most = Math.max(...logits);
  const powers = logits.map((x) => Math.exp(x - most));
  const sum = powers.reduce((total, x) => total + x, 0);
  return powers.map((x) => x / sum);
}

describe('its numbers, beside the native program', () => {
  const it7 = 7;

  const probability = (trace: NativeTrace, piece: string) =>
    shares(trace.row('logits', it7))[model.info.vocabulary.indexOf(piece)] ?? 0;

  const about = (name: string, value: number) =>
    expect(Number.parseFloat(String(numbers[name]).replace('−', '-')), name).toBeCloseTo(value, 0);

  it('are those of the two sentences', () => {
    const [one, two] = [nativeTrace(sentences.tired), nativeTrace(sentences.wide)];
    const place = `layers.${model.layer}.attention`;
    const row = (trace: NativeTrace, name: string) =>
      trace.row(`${place}.${name}`, model.head, it7);
    about('weight-animal', 100 * (row(one, 'weights')[1] ?? 0));
    about('weight-it', 100 * (row(one, 'weights')[it7] ?? 0));
    about('other-street', 100 * (row(two, 'weights')[5] ?? 0));
    about('score-animal', row(one, 'scores')[1] ?? 0);
    about('guess-tired', 100 * probability(one, 'animal'));
    about('guess-wide', 100 * probability(two, 'street'));
    expect(numbers['token-ids']).toBe(one.tensor('tokens.ids').data.join(', '));
  });

  it.each([
    ['columns-tired', 'softmax=columns'],
    ['half-residual', 'residual=0.5'],
    ['causal-tired', 'mask=causal'],
    ['read-3', 'layer@3=off'],
  ])('are those of another structure: %s', (name, structure) => {
    const trace = nativeTrace(sentences.tired, undefined, ['--structure', structure]);
    const [, word = '', percent] = /“(.*)” \(([\d.]+)/.exec(String(numbers[name])) ?? [];
    const most = Math.max(...shares(trace.row('logits', it7)));
    expect(probability(trace, word)).toBe(most);
    expect(Number(percent)).toBeCloseTo(100 * most, 0);
  });
});
