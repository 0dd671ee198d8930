import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { expect, test, thoroughUnless } from './fixtures';

const fileUrl = (name: string) => pathToFileURL(projectPath(`dist/${name}`)).href;

for (const from of ['disk', 'server']) {
  test(`the page hands out what other sites need, from a ${from}${thoroughUnless(from === 'disk')}`, async ({
    explorer,
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const address = from === 'disk' ? fileUrl('index.html') : `${site.origin}/`;
    await explorer.open(address);
    await page.evaluate(() => {
      location.hash = 'view=heads';
    });
    await explorer.button(/^Embed$/).click();
    await explorer.root.getByRole('tab', { name: 'HTML' }).press('ArrowLeft');
    await explorer.root.getByRole('tab', { name: 'Notebook' }).press('ArrowLeft');
    await expect(explorer.root.getByRole('tab', { name: 'iframe' })).toBeFocused();
    for (const name of ['fovea.js', 'embed.html', 'embed.js', 'fovea-figures.js']) {
      const waiting = page.waitForEvent('download');
      await explorer.button(`save ${name}`).click();
      const saved = await waiting;
      expect(saved.suggestedFilename()).toBe(name);
      const bytes = readFileSync(await saved.path());
      expect(bytes.equals(readFileSync(projectPath(`dist/${name}`))), name).toBe(true);
    }
    for (const [link, name] of [
      ['save this tensor as CSV', /^layers\.\d\.attention\.weights\.csv$/],
      ['save all tensors as .npz', /^fovea\.npz$/],
    ] as const) {
      const waiting = page.waitForEvent('download');
      await explorer.button(link).click();
      const saved = await waiting;
      expect(saved.suggestedFilename()).toMatch(name);
      const start = readFileSync(await saved.path()).toString('latin1', 0, 15);
      expect(start).toMatch(/^(head,query,key|PK)/);
    }
    const dialog = explorer.root.locator('dialog.embed');
    expect(await dialog.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
    const { violations } = await new AxeBuilder({ page }).include('fovea-explorer').analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(explorer.complaints).toEqual([]);
  });
}

test('the address of the script is kept from visit to visit @thorough', async ({
  explorer,
  page,
  site,
}) => {
  await explorer.open(site.origin);
  const field = explorer.root.getByRole('textbox', { name: 'Address of fovea.js on your site' });
  const code = explorer.root.getByRole('textbox', { name: 'Code to embed' });
  await explorer.button(/^Embed$/).click();
  await explorer.root.getByRole('tab', { name: 'MkDocs' }).click();
  await expect(code).toHaveValue(/^<script async src="\.\.\/fovea\.js">/);
  await field.fill('/js/fovea 1.js');
  await expect(code).toHaveValue(/^<script async src="\/js\/fovea%201\.js">/);
  await page.reload();
  await explorer.button(/^Embed$/).click();
  await expect(field).toHaveValue('/js/fovea 1.js');
  await expect(explorer.root.getByRole('tab', { name: 'MkDocs' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

test('embed.html shows the figure of its address from a disk, and turns with it', async ({
  page,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.goto(`${fileUrl('embed.html')}?sentence=man+bites+dog`);
  const words = page.locator('fovea-encoder .figure button.word');
  await expect(words).toHaveText(['man', 'bites', 'dog']);
  await page.goto(
    `${fileUrl('embed.html')}?sentence=man+bites+dog#sentence=a+cat&page=https://example.org/`,
  );
  await expect(words).toHaveText(['a', 'cat']);
  await expect(page.locator('fovea-encoder a[href*="example.org"]')).toHaveCount(0);
  await page.evaluate(() => {
    location.hash = 'token=it&onclick=alert(1)';
  });
  await expect(words).toHaveCount(11);
  expect(await page.locator('fovea-encoder').getAttribute('onclick')).toBeNull();
  expect(complaints).toEqual([]);
});
