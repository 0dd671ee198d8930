import { execFileSync } from 'node:child_process';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { expect, test } from './fixtures';

const model = projectPath('web/models/fovea-demo.safetensors');

/** What `fovea info` counts, by part. */
const native = (): readonly number[] => {
  const [, line = ''] = execFileSync(buildPath('release/fovea'), ['info', model])
    .toString()
    .split('\n');
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

test('the map of words, the residual connection and the norms answer once the reader has guessed', async ({
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
