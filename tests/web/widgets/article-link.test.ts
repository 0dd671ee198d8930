import { readdirSync } from 'node:fs';
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
