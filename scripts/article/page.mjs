// The article as HTML, of the texts in web/article and the numbers that were measured.
import { readdirSync, readFileSync } from 'node:fs';
import { runnerImport } from 'vite';
import { projectPath } from '../lib/paths.mjs';
import { namedViews } from '../lib/views.mjs';
import { viewModules } from '../vite/views.mjs';
import { escaped, fragment, withNumbers } from './fragments.mjs';

const folder = (name = '') => projectPath(`web/article/${name}`);
const read = (name) => readFileSync(folder(name), 'utf8');

const vite = { configFile: false, logLevel: 'error', plugins: [viewModules()] };
const load = async (path) => (await runnerImport(projectPath(path), vite)).module;

/** Sections in the order of their file names; what follows the number is the section's id. */
function readSections() {
  return readdirSync(folder('sections'))
    .sort()
    .map((file) => {
      const id = file.replace(/^\d+-|\.html$/g, '');
      const text = read(`sections/${file}`);
      const title = text.match(/<h2>(.*?)<\/h2>/)?.[1];
      if (!title) throw new Error(`web/article/sections/${file} has no title`);
      return { id, text, title };
    });
}

/** The terms of the page's captions, and the article's own, in order. */
async function glossary() {
  const { terms, termId, termName } = await load('web/src/widgets/terms.ts');
  const all = [...terms, ...JSON.parse(read('glossary.json'))].map(([word, meaning]) => [
    termName(word),
    meaning,
  ]);
  const entries = all
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([word, meaning]) => {
      return `<div><dt id="${termId(word)}">${escaped(word)}</dt><dd>${escaped(meaning)}</dd></div>`;
    });
  return `<dl>${entries.join('\n')}</dl>`;
}

const link = (hash, text) => `<a href="index.html#${hash}">${text}</a>`;

/**
 * By section: its chapters of the tour, the steps and figures of the page that it is about, and the
 * questions that can be answered after them.
 */
async function waysToPage() {
  const { chapters } = await load('web/src/state/tour/chapters/index.ts');
  const { bank } = await load('web/src/views/practice/concepts.ts');
  return (section) => {
    const about = namedViews().filter((view) => view.section === section);
    const stops = chapters.flatMap(({ step, title }, at) =>
      about.some(({ id }) => id === step)
        ? [link(`tour=${at + 1}`, `${at + 1}. ${escaped(title)}`)]
        : [],
    );
    const shown = about.map(({ id, title }) => link(`view=${id}`, escaped(title)));
    const inTour = stops.length > 0 ? [`<span>In the tour: ${stops.join(', ')}</span>`] : [];
    const inPage = shown.length > 0 ? [`<span>In the page: ${shown.join(', ')}</span>`] : [];
    const set = bank
      .filter(({ question }) => about.some(({ id }) => id === question.after))
      .map(({ id }) => id)
      .slice(0, 5);
    const settings = encodeURIComponent(`set=${set.join('!')}`);
    const count = set.length > 1 ? `${set.length} questions` : 'a question';
    const inPractice =
      set.length > 0
        ? [`<span>Practice: ${link(`view=practice&settings=${settings}`, count)}</span>`]
        : [];
    const ways = [...inTour, ...inPage, ...inPractice];
    return ways.length > 0 ? `<p class="ways">${ways.join('\n')}</p>` : '';
  };
}

const backMatter = [
  ['questions', 'Questions, answered by experiment'],
  ['glossary', 'Glossary'],
  ['references', 'References'],
];

function contents(sections) {
  const item = (id, title) => `<li><a href="#${id}">${title}</a></li>`;
  const own = sections.map(({ id, title }) => item(id, title)).join('\n');
  const rest = backMatter.map(([id, title]) => item(id, title)).join('\n');
  return `<ol>${own}</ol>\n<ul>${rest}</ul>`;
}

/**
 * What does not depend on where the article is: its HTML with numbers, for each way to draw
 * pictures. `unused` are numbers that no text asks for.
 */
export async function articlePage(numbers) {
  const known = new Map(
    [...namedViews(), { id: 'film', bundle: 'figures' }].map((view) => [view.id, view]),
  );
  const sections = readSections();
  const used = new Set();
  const filled = (text) => withNumbers(text, numbers, used);
  const texts = sections.map(({ id, text }) => ({ id, text: filled(text) }));
  const questions = filled(read('questions.html'));
  const terms = await glossary();
  const ways = await waysToPage();
  const shell = readFileSync(projectPath('web/article.html'), 'utf8');
  const unused = Object.keys(numbers).filter((name) => !used.has(name));
  const html = (picture) => {
    const made = (text) => fragment(text, { views: known, picture });
    const body = texts.map(
      ({ id, text }) => `<section id="${id}">${made(text)}\n${ways(id)}</section>`,
    );
    return [
      ['contents', contents(sections)],
      ['sections', body.join('\n')],
      ['questions', made(questions)],
      ['glossary', terms],
      ['references', read('references.html')],
    ].reduce((page, [name, part]) => page.replace(`<${name} />`, () => part), shell);
  };
  return { html, unused };
}
