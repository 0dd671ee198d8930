import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { views } from '../../../web/src/state/views';
import { articleSections } from '../../../web/src/widgets/article-link';

const sections = readdirSync('web/article/sections').map((file) =>
  file.replace(/^\d+-|\.html$/g, ''),
);

it('links into sections that the article has', () => {
  const strays = Object.values(articleSections).filter(
    (section) => ![...sections, 'questions', 'glossary'].includes(section),
  );
  expect(strays).toEqual([]);
});

it('has a section for every step of the timeline', () => {
  const steps = views.filter(({ tick }) => tick !== undefined);
  expect(steps.filter(({ id }) => !articleSections[id])).toEqual([]);
});

it('leads from each figure that the article carries to its place there', () => {
  const carried = readdirSync('web/article/sections').flatMap((file) => {
    const text = readFileSync(`web/article/sections/${file}`, 'utf8');
    const section = file.replace(/^\d+-|\.html$/g, '');
    return [...text.matchAll(/<figure view="([^"]*)"/g)].map(([, view = '']) => [view, section]);
  });
  const linked = views.filter(({ id }) => articleSections[id]);
  const strays = carried.filter(
    ([view, section]) =>
      linked.some(({ id }) => id === view) && articleSections[view ?? ''] !== section,
  );
  expect(strays).toEqual([]);
});

it('leads from a figure that answers a question to where the article is about it', () => {
  const asked = views.filter(({ question }) => question !== undefined);
  expect(asked.filter(({ id }) => !articleSections[id]).map(({ id }) => id)).toEqual([]);
});
