import { execFileSync } from 'node:child_process';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { nativePath, projectPath } from '../../scripts/lib/paths.mjs';
import { expect, test } from './fixtures';

const model = projectPath('web/models/fovea-demo.safetensors');

/** What `fovea info` counts, by part. */
const native = (): readonly number[] => {
  const [, line = ''] = execFileSync(nativePath('fovea'), ['info', model]).toString().split('\n');
  return [...line.matchAll(/[\d,]+\d/g)].map(([text]) => Number(text.replaceAll(',', '')));
};

async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html)}`)).toEqual([]);
}

test('what a model costs is what the program counts, and passes are timed here', async ({
  explorer: { root },
  site,
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('fovea-visited', '1'));
  await page.goto(`${site.origin}/#view=cost`);
  const written = native().map((count) => count.toLocaleString('en'));
  await expect(root.locator('.parts td:nth-child(3)')).toHaveText(written);
  await expectNoFindings(page);
  await root.getByRole('button', { name: 'Measure' }).click();
  await root.getByText(/Measured [1-7] of 7/).waitFor();
  await root.getByRole('button', { name: 'Stop' }).click();
  await root.getByRole('button', { name: 'Measure again' }).waitFor();
});

test('patches keeps its head while a shape is dragged @thorough', async ({
  explorer: { root },
  site,
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('fovea-visited', '1'));
  await page.goto(`${site.origin}/#view=patches`);
  const figure = root.locator('figure.patches');
  await figure.locator('.guess').first().click();
  const head = () =>
    figure
      .getByRole('combobox')
      .evaluateAll((all) => all.map((each) => (each as HTMLSelectElement).value));
  const before = await head();
  expect(before.length).toBeGreaterThan(1);
  const shapes = figure.locator('.thing');
  const moves = [-80, 90, 60];
  for (const [i, by] of moves.entries()) {
    const box = await shapes.nth(i).boundingBox();
    if (!box) throw new Error('no shape');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by, y + by / 2, { steps: 6 });
    await page.mouse.up();
    await expect.poll(async () => (await shapes.nth(i).boundingBox())?.x).not.toBe(box.x);
    expect(await head(), `after shape ${i + 1}`).toEqual(before);
  }
});

test('the map of words, the residual connection and the norms answer once the reader has guessed @thorough', async ({
  explorer: { root },
  site,
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('fovea-visited', '1'));
  for (const view of ['embedding-map', 'residual', 'norms']) {
    await page.goto(`${site.origin}/#view=${view}`);
    const figure = root.locator(`fovea-${view}`);
    await figure.locator('.guess').first().click();
    await figure.locator('.told').first().waitFor();
    await expectNoFindings(page);
    await page.goto('about:blank');
  }
});
