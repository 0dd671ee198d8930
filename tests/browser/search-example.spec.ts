import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { paragraphs } from '../../examples/search/paragraphs.mjs';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { buildProgram } from '../../scripts/lib/programs.mjs';
import { strictPolicy } from '../../scripts/lib/static-server.mjs';
import { publishedFile } from '../wasm/published-files';
import { expect, test } from './fixtures';
import { serveFolder } from './servers';

/// examples/search on a site of its own, with `fovea/published` as the npm package has it.

const example = projectPath('examples/search');
const texts = ['The animal was too tired.', ...paragraphs(99)];

test('a static site’s paragraphs are searched under a strict policy, and reading them can be cancelled @thorough', async ({
  page,
}, info) => {
  const folder = info.outputPath('site');
  mkdirSync(join(folder, 'model/1_Pooling'), { recursive: true });
  for (const file of readdirSync(example)) copyFileSync(join(example, file), join(folder, file));
  await buildProgram('published', folder);
  writeFileSync(join(folder, 'paragraphs.json'), JSON.stringify(texts));
  const files = ['config.json', 'tokenizer.json', 'model.safetensors', 'modules.json'];
  for (const file of [...files, '1_Pooling/config.json'])
    writeFileSync(join(folder, 'model', file), publishedFile('sentence-mean', file) ?? '');
  const site = await serveFolder(folder, { 'content-security-policy': strictPolicy });
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.goto(`${site.origin}/index.html`);
  // Cancelled as soon as it has begun, and begun again.
  await page.locator('#read').evaluate((read: HTMLButtonElement) => {
    read.click();
    document.querySelector<HTMLButtonElement>('#cancel')?.click();
  });
  await expect(page.getByRole('status')).toHaveText('Cancelled.');
  await page.getByRole('button', { name: 'Read the paragraphs' }).click();
  await expect(page.getByRole('status')).toContainText('100 paragraphs read in');
  await page.getByRole('textbox', { name: 'Find' }).fill('the animal was too tired.');
  await page.getByRole('button', { name: 'Search' }).click();
  const found = page.getByRole('listitem');
  await expect(found).toHaveCount(5);
  await expect(found.first()).toHaveText('1.000  The animal was too tired.');
  expect(complaints).toEqual([]);
  await site.close();
});
