import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { type Recipe, recipes, scriptAddress } from '../../web/src/state/embed';

const attributes = [
  ['sentence', "The animal didn't cross the street because it was too tired"],
  ['token', 'it'],
] as const;

/** A site that is made by a recipe: its folder, its section in the documentation, where its script is. */
interface Use {
  readonly recipe: string;
  readonly site: string;
  readonly section: string;
  /** The files of the site that hold the recipe's texts, in their order. */
  readonly files: readonly string[];
  readonly script?: string;
}

const uses: readonly Use[] = [
  { recipe: 'html', site: 'html', section: 'HTML', files: ['index.html'] },
  { recipe: 'markdown', site: 'pandoc', section: 'pandoc', files: ['it.md'], script: 'fovea.js' },
  { recipe: 'markdown', site: 'eleventy', section: 'Eleventy', files: ['it.md'] },
  { recipe: 'markdown', site: 'astro', section: 'Astro', files: ['src/pages/it.md'] },
  {
    ...{ recipe: 'markdown', site: 'observable', section: 'Observable Framework' },
    ...{ files: ['src/it.md'], script: 'fovea.js' },
  },
  {
    ...{ recipe: 'hugo', site: 'hugo', section: 'Hugo' },
    files: ['layouts/shortcodes/fovea.html', 'content/it.md'],
  },
  {
    ...{ recipe: 'jekyll', site: 'jekyll', section: 'Jekyll' },
    files: ['_includes/fovea.html', 'it.md'],
  },
  { recipe: 'mkdocs', site: 'mkdocs', section: 'MkDocs', files: ['docs/it.md'] },
  {
    ...{ recipe: 'mkdocs', site: 'mkdocs-material', section: 'Material for MkDocs' },
    files: ['docs/it.md'],
  },
  {
    ...{ recipe: 'quarto', site: 'quarto', section: 'Quarto' },
    files: ['_extensions/fovea/_extension.yml', '_extensions/fovea/fovea.lua', 'it.qmd'],
  },
  {
    ...{ recipe: 'react', site: 'react', section: 'React 19' },
    files: ['src/main.tsx', 'src/main.tsx'],
  },
  {
    ...{ recipe: 'vue', site: 'vue', section: 'Vue 3' },
    files: ['vite.config.mjs', 'src/Post.vue', 'src/Post.vue'],
  },
  {
    ...{ recipe: 'iframe', site: 'iframe', section: 'Frames' },
    files: ['index.html', 'index.html'],
  },
  { recipe: 'notebook', site: 'jupyter', section: 'Jupyter', files: ['it.ipynb'] },
];

const read = (path: string) => readFileSync(projectPath(path), 'utf8');

/** Without what indents a component among others. */
const flush = (text: string) => text.replace(/^ +/gm, '');

function fileOf(site: string, file: string): string {
  const text = read(join('tests/sites', site, file));
  if (!file.endsWith('.ipynb')) return text;
  const { cells } = JSON.parse(text) as { cells: { source: string[] }[] };
  return cells.map(({ source }) => source.join('')).join('\n\n');
}

const sectionOf = (name: string) =>
  read('docs/embedding.md')
    .split(/^##+ /m)
    .find((part) => part.startsWith(`${name}\n`)) ?? '';

const recipeOf = (id: string) => recipes.find((each) => each.id === id) as Recipe;

describe('what the page gives to embed a figure', () => {
  it.each(uses)('of $recipe is the text of the site $site and of the documentation', (use) => {
    const recipe = recipeOf(use.recipe);
    const parts = recipe.parts(attributes, use.script ?? recipe.script ?? '');
    expect(parts).toHaveLength(use.files.length);
    parts.forEach(({ file, text }, i) => {
      const named = use.files[i] ?? '';
      expect(flush(fileOf(use.site, named))).toContain(flush(text));
      expect(flush(sectionOf(use.section))).toContain(`\n${flush(text)}\n`);
      if (file !== null && use.recipe !== 'iframe') expect(file).toBe(named);
    });
  });

  it('has a site for each recipe', () => {
    expect([...new Set(uses.map(({ recipe }) => recipe))]).toEqual(recipes.map(({ id }) => id));
  });
});

it('an address of the script ends no string, whatever is typed', () => {
  const hostile = ` /a b/"'<>\`{}\\.js?v=%20&x=1 `;
  expect(scriptAddress(hostile)).toBe('/a%20b/%22%27%3c%3e%60%7b%7d%5c.js?v=%20&x=1');
  expect(scriptAddress('https://example.org/fovea-0.1.0/fovea.js')).toBe(
    'https://example.org/fovea-0.1.0/fovea.js',
  );
});

it('the frame’s page stands where the script does', () => {
  const [, frame] = recipeOf('iframe').parts(attributes, 'https://example.org/a/fovea.js');
  expect(frame?.text).toContain('src="https://example.org/a/embed.html#sentence=The+animal');
});
