import { expect, test } from './fixtures';

// The figures of the fourth file run their own models, and draw what they answer.

const drawn = {
  decoder: '.candidates li',
  'cross-attention': '.grid .cell',
  'next-word': '.grid .cell',
  family: '.member',
};

test('figures of the encoder’s relatives draw what their models answer', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(site.origin);
  for (const [id, mark] of Object.entries(drawn)) {
    await page.evaluate((view) => {
      location.hash = `#view=${view}`;
    }, id);
    const figure = explorer.root.locator(`fovea-${id}`);
    await expect(figure.locator(mark).first(), id).toBeVisible();
    await expect(figure, id).not.toContainText(/NaN|undefined|\[object/);
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(await wide(), `${id}, wider than the page`).toBeLessThanOrEqual(0);
  }
  await page.evaluate(() => {
    location.hash = '#view=decoder&settings=place%3D9';
  });
  const decoder = explorer.root.locator('fovea-decoder');
  await expect(decoder.locator('.taken .take')).toHaveText('animal');
  await decoder.locator('.read .asks').first().click();
  await expect(decoder.locator('.why.beneath h3')).toHaveText(/^Why /);
  // A model that the page's own module leaves out is run by this file's, in a view of the page.
  await page.evaluate(() => {
    location.hash = '#view=family&settings=family%3Dmixtral';
  });
  await explorer.root.getByRole('button', { name: 'Open it in all views' }).click();
  await expect(explorer.root.locator('fovea-family')).toContainText('2 of 9 parts');
  await page.evaluate(() => {
    location.hash = '#view=attention&token=it';
  });
  await expect(explorer.root.getByText(/, 12 numbers/).first()).toBeVisible();
  expect(explorer.complaints).toEqual([]);
});
