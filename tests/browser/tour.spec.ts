import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures';

test('the tour asks, waits for a guess, and shows the answer', async ({ explorer, site, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(site.origin);
  await explorer.button('Tour').click();
  const tour = explorer.root.locator('.tour');
  await expect(tour.locator('h2')).toContainText('1 of 13');
  await expect(explorer.root.locator('.step')).toHaveAttribute('data-view', 'tokens');
  await expect(tour.getByRole('button', { name: 'look' })).toHaveCount(0);

  for (let chapter = 1; chapter < 8; chapter++)
    await tour.getByRole('button', { name: 'next' }).click();
  await expect(tour.locator('h2')).toContainText('One word changes');
  await tour.getByRole('button', { name: /another word/ }).click();
  const { violations } = await new AxeBuilder({ page }).include('fovea-explorer').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await tour.getByRole('button', { name: 'look' }).click();
  await expect(tour.getByRole('status')).toContainText('As you expected.');
  await expect(tour.getByRole('status')).toContainText('“street”');
  await expect(explorer.words().last()).toHaveText('wide');

  await explorer.words().first().click();
  await expect(tour).toBeVisible();
  await tour.getByRole('button', { name: 'end the tour' }).click();
  await expect(tour).toHaveCount(0);
  expect(explorer.complaints).toEqual([]);
});

test('an address opens a chapter', async ({ explorer, site, page }) => {
  await page.goto(`${site.origin}/#tour=11&view=activate`);
  await expect(explorer.root.locator('.tour h2')).toContainText('Each word by itself');
  await expect(explorer.root.locator('.step')).toHaveAttribute('data-view', 'activate');
});
