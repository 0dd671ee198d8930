import { pathToFileURL } from 'node:url';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { expect, test } from './fixtures';

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
