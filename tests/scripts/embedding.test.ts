import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { referenceOf } from '../../scripts/lib/element-reference.mjs';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { sites } from '../../scripts/lib/sites.mjs';

const page = readFileSync(projectPath('docs/embedding.md'), 'utf8');

/** The recipes of an engine: blocks of code, each after the name of the file that holds it. */
function recipesOf(engine: string): { file: string; text: string }[] {
  const section = page.split(/^##+ /m).find((part) => part.startsWith(`${engine}\n`)) ?? '';
  const blocks = section.matchAll(/^`([^`\n]+)`:\n\n```\w*\n([\s\S]*?)```$/gm);
  return [...blocks].map(([, file = '', text = '']) => ({ file, text }));
}

/** A file of a site as its author sees it; of a notebook, the sources of its cells. */
function fileOf(site: string, file: string): string {
  const text = readFileSync(join(site, file), 'utf8');
  if (!file.endsWith('.ipynb')) return text;
  const { cells } = JSON.parse(text) as { cells: { source: string[] }[] };
  return cells.map(({ source }) => source.join('')).join('\n\n');
}

describe('the recipes of docs/embedding.md', () => {
  it.each(sites.map(({ engine, source }) => [engine, source]))(
    'of %s are the text of its site',
    (engine, source) => {
      const recipes = recipesOf(engine);
      expect(recipes).not.toEqual([]);
      for (const { file, text } of recipes) expect(fileOf(source, file)).toContain(text);
    },
  );

  it('are of engines that have a site', () => {
    const engines = page.split(/^## Engines$/m)[1]?.split(/^## /m)[0] ?? '';
    const named = [...engines.matchAll(/^### (.+)$/gm)].map(([, name]) => name);
    expect([...named].sort()).toEqual(sites.map(({ engine }) => engine).sort());
  });
});

it('docs/element.md is what the sources say', () => {
  expect(readFileSync(projectPath('docs/element.md'), 'utf8')).toBe(referenceOf());
});
