import { readdirSync, readFileSync } from 'node:fs';
import { found } from 'fovea-views/questions';
import { expect, it } from 'vitest';
import { views } from '../../../web/src/state/views';

const sections = readdirSync('web/article/sections').map((file) =>
  file.replace(/^\d+-|\.html$/g, ''),
);

it('links into sections that the article has', () => {
  const strays = Object.values(found).filter(
    ({ section = 'questions' }) => ![...sections, 'questions'].includes(section),
  );
  expect(strays).toEqual([]);
});

it('has a section for every step of the timeline', () => {
  const steps = views.filter(({ tick }) => tick !== undefined);
  expect(steps.filter(({ id }) => !found[id]?.section)).toEqual([]);
});

it('leads from each figure that the article carries to its place there', () => {
  const carried = readdirSync('web/article/sections').flatMap((file) => {
    const text = readFileSync(`web/article/sections/${file}`, 'utf8');
    const section = file.replace(/^\d+-|\.html$/g, '');
    return [...text.matchAll(/<figure view="([^"]*)"/g)].map(([, view = '']) => [view, section]);
  });
  const linked = views.filter(({ id }) => found[id]?.section);
  const strays = carried.filter(
    ([view, section]) =>
      linked.some(({ id }) => id === view) && found[view ?? '']?.section !== section,
  );
  expect(strays).toEqual([]);
});

it('leads from a figure that answers a question to where the article is about it', () => {
  const asked = views.filter(({ id }) => found[id]?.question !== undefined);
  expect(asked.filter(({ id }) => !found[id]?.section).map(({ id }) => id)).toEqual([]);
});
