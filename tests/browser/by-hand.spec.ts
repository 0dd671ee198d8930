import { pathToFileURL } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { type Explorer, expect, test } from './fixtures';

const byHand = (explorer: Explorer) => explorer.root.locator('fovea-by-hand');

const pagesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

test('an answer is computed by hand: a slip is named, a right number stays, and more is left to the reader', async ({
  explorer,
  page,
  context,
}) => {
  await context.setOffline(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${pathToFileURL(projectPath('dist/index.html')).href}#view=by-hand`);
  const view = byHand(explorer);
  await view.getByRole('button', { name: 'Blank the last step' }).click();
  const fields = view.getByRole('textbox');
  await expect(fields).toHaveCount(2);
  // "In front" is not said before the numbers are there.
  await expect(view).not.toContainText('In front:');
  const numbers = async (step: string) =>
    (await view.locator(`[data-step=${step}] td b`).allTextContents()).map((text) =>
      Number(text.replace('−', '-')),
    );
  const [a = 0, b = 0] = await numbers('output');
  const embedding = await numbers('embedding');
  const nouns = [embedding.slice(0, 2), embedding.slice(4, 6)];
  const rights = nouns.map(([x = 0, y = 0]) => (a * x + b * y).toFixed(2));
  await fields.first().fill(String(-Number(rights[0])));
  await fields.first().press('Enter');
  await expect(view.getByRole('status').first()).toContainText('The sign is wrong.');
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations.map(({ id }) => id)).toEqual([]);
  for (const [i, right] of rights.entries()) {
    await fields.nth(i).fill(right);
    await fields.nth(i).press('Enter');
  }
  await expect(view).toContainText('2 of 2 numbers are right.');
  await expect(view).toContainText('In front:');
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await view.getByRole('button', { name: 'Next: 2 steps are yours' }).click();
  await expect(fields).toHaveCount(4);
  expect(explorer.complaints).toEqual([]);
});

test('the sheet takes three pages of A4 or Letter: the exercise, the powers of e, and the key', async ({
  explorer,
  site,
  page,
}) => {
  await page.goto(
    `${site.origin}/#view=by-hand&lang=de&settings=${encodeURIComponent('blank=6,sheet=1')}`,
  );
  const view = byHand(explorer);
  await expect(view.locator('.page')).toHaveCount(3);
  await expect(view.locator('.key')).toContainText('Lösung');
  const margin = { top: '12mm', bottom: '12mm', left: '12mm', right: '12mm' };
  for (const format of ['A4', 'Letter'])
    expect(pagesOf(await page.pdf({ format, margin })), format).toBe(3);
  await page.goto(`${site.origin}/#view=by-hand&settings=${encodeURIComponent('sheet=1')}`);
  await expect(view.locator('.open')).toHaveCount(0);
  await expect(view.locator('.page')).toHaveCount(2);
});
