import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { chromium } from '../../scripts/lib/chromium.mjs';
import { projectPath } from '../../scripts/lib/paths.mjs';

const kilobyte = 1000;

const read = (path: string) => readFileSync(projectPath(path), 'utf8');

/** Addresses that a page loads: scripts, styles and pictures. */
const loaded = (html: string) =>
  [...html.matchAll(/<(?:script|link|img|source)[^>]* (?:src|href|srcset)="([^"]*)"/g)].map(
    ([, address]) => String(address),
  );

it('dist/article.html holds all that it loads', () => {
  const page = read('dist/article.html')
    .replace(/<script(?: type="text\/plain" id="[^"]*")?>[\s\S]*?<\/script>/g, '')
    .replace(/<style>[\s\S]*?<\/style>/, '');
  expect(loaded(page).filter((address) => !address.startsWith('data:'))).toEqual([]);
});

it('dist/site/article.html has nothing that a strict policy forbids, and what it loads is beside it', () => {
  const page = read('dist/site/article.html');
  expect(page).not.toMatch(/<style|<script(?![^>]* src=)|\sstyle="|\son\w+="/);
  const files = loaded(page).filter((address) => !address.startsWith('data:'));
  expect(files).toContain('./article.css');
  expect(files.filter((file) => !existsSync(projectPath(`dist/site/${file}`)))).toEqual([]);
  for (const name of ['fovea', 'fovea-learn', 'fovea-figures', 'fovea-relatives'])
    expect(existsSync(projectPath(`dist/site/${name}.js`)), name).toBe(true);
});

it.each(['dist/site', 'dist'])('what the article in %s links to is beside it', (folder) => {
  const page = read(`${folder}/article.html`).replace(/<script[\s\S]*?<\/script>/g, '');
  const links = [...page.matchAll(/<a [^>]*href="([^"#][^"#]*)/g)].map(([, file]) => file);
  expect(links).toContain('index.html');
  expect(links).toContain('fovea-figures.js');
  expect(links.filter((file) => !existsSync(projectPath(`${folder}/${file}`)))).toEqual([]);
});

it.skipIf(!existsSync(chromium.executablePath))(
  'the pictures of its figures, light and dark, take at most 180 kB each',
  () => {
    const folder = projectPath('dist/site/article');
    const figures = read('dist/site/article.html').match(/<figure id=/g) ?? [];
    const pictures = readdirSync(folder);
    expect(pictures).toHaveLength(2 * figures.length);
    const sizes = pictures.map((name) => [name, statSync(`${folder}/${name}`).size] as const);
    expect(sizes.filter(([, size]) => size > 180 * kilobyte)).toEqual([]);
  },
);
