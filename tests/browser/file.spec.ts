import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { expect, test } from './fixtures';
import { serveInParts } from './servers';

test('the single file works from a disk, and asks the network for nothing', async ({
  explorer,
  page,
  context,
}) => {
  await context.setOffline(true);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!/^(file|data|blob):/.test(request.url())) asked.push(request.url());
  });
  await explorer.open(pathToFileURL(projectPath('dist/index.html')).href);
  await expect(explorer.words()).toHaveCount(11);
  await explorer.type('man bites dog');
  await expect(explorer.words()).toHaveText(['man', 'bites', 'dog']);
  await expect.poll(() => page.url()).toContain('sentence=man+bites+dog');
  await page.reload();
  await expect(explorer.words()).toHaveText(['man', 'bites', 'dog']);
  expect(asked).toEqual([]);
  expect(explorer.complaints).toEqual([]);
});

for (const [view, shown] of [
  ['attention', '.figure button.word'],
  ['embedding-map', 'fovea-embedding-map'],
] as const)
  test(`the single file may come slowly: ${view}`, async ({ explorer, page }) => {
    const file = readFileSync(projectPath('dist/index.html'), 'utf8');
    const at = file.indexOf('<template id="fovea-model"');
    expect(at).toBeGreaterThan(0);
    let send = (_: string): void => {};
    const rest = new Promise<string>((resolve) => {
      send = resolve;
    });
    const site = await serveInParts(file.slice(0, at), rest);
    await explorer.return();
    await page.goto(`${site.origin}/#view=${view}`, { waitUntil: 'commit' });
    await page.waitForFunction(() => customElements.get('fovea-explorer'));
    // Its script runs, and neither the model nor other files are there.
    await expect(explorer.root.locator('.top-bar')).toBeVisible();
    send(file.slice(at));
    await expect(explorer.root.locator(shown).first()).toBeVisible();
    await expect(explorer.root.getByRole('alert')).toHaveCount(0);
    expect(explorer.complaints).toEqual([]);
    await site.close();
  });
