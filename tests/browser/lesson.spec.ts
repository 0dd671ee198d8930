import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures';

test('a lesson shows the picture alone, and a presenter’s remote steps through it', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${site.origin}/#time=0.5&view=tokens`);
  await explorer.button('Teach').click();
  const { root } = explorer;
  await expect(root.locator('.top-bar, .map, .timeline, .side')).toHaveCount(0);
  await expect(root.locator('figure.step')).toHaveAttribute('data-view', 'tokens');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(root.locator('figure.step')).toHaveAttribute('data-view', 'embedding');
  await page.keyboard.press('PageUp');
  await expect(root.locator('figure.step')).toHaveAttribute('data-view', 'tokens');

  const caption = root.locator('.lesson-caption');
  await expect(caption).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(caption).toContainText('“it”');
  await expect(page).toHaveURL(/lesson=captions/);
  const { violations } = await new AxeBuilder({ page }).include('fovea-explorer').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  await page.reload();
  await expect(caption).toContainText('“it”');
  await page.keyboard.press('Escape');
  await expect(root.locator('.top-bar')).toBeVisible();
  expect(explorer.complaints).toEqual([]);
});

test('a number can be asked in a lesson; Escape closes the answer, then the lesson', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(`${site.origin}/#lesson=on&view=attention`);
  const { root } = explorer;
  await root.locator('.share').first().click();
  await expect(root.locator('.fold')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(root.locator('.fold')).toHaveCount(0);
  await expect(root.locator('.top-bar')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(root.locator('.top-bar')).toBeVisible();
});

test('the tour in a lesson: a press shows the answer, the next opens a chapter', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${site.origin}/#lesson=on&tour=5`);
  const tour = explorer.root.locator('.tour');
  await expect(tour.locator('h2')).toBeVisible();
  const title = await tour.locator('h2').textContent();
  await page.keyboard.press('PageDown');
  await expect(tour.getByRole('status')).toContainText('fits best');
  await page.keyboard.press('PageDown');
  await expect(tour.locator('h2')).not.toHaveText(title ?? '');
});
