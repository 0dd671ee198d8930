import { expect, test } from './fixtures';

test('a reload opens the same frame', async ({ explorer, site, page }) => {
  await explorer.open(site.origin);
  await explorer.type('the dog chased the cat because it was hungry');
  await expect(explorer.words()).toHaveCount(9);
  await explorer.words().nth(4).click();
  await explorer.root.getByRole('radio', { name: 'Head 3,' }).click();
  await explorer.button('Mask “cat”').click();
  await expect(explorer.words().nth(4)).toHaveText('[MASK]');
  await explorer.button('Dark').click();
  await explorer.button('Step back').click();
  await page.waitForTimeout(400);
  const before = { place: await explorer.place(), weights: await explorer.numbers('weights') };
  const time = await explorer.slider().getAttribute('aria-valuenow');
  await page.reload();
  await expect(explorer.words()).toHaveCount(9);
  await expect(explorer.words().nth(4)).toHaveText('[MASK]');
  await expect
    .poll(async () => ({
      place: await explorer.place(),
      weights: await explorer.numbers('weights'),
    }))
    .toEqual(before);
  await expect(explorer.slider()).toHaveAttribute('aria-valuenow', time ?? '');
  await expect(explorer.root).toHaveAttribute('theme', 'dark');
});

test('a link that is pasted into the open page is followed', async ({ explorer, site, page }) => {
  await explorer.open(site.origin);
  await page.evaluate(() => {
    location.hash = '#sentence=dog+bites+man&layer=2&head=5&token=3';
  });
  await expect(explorer.words()).toHaveText(['dog', 'bites', 'man']);
  await expect.poll(() => explorer.place()).toEqual({ layer: 1, head: 4, token: 2 });
});

test('the link that is copied opens the frame', async ({ explorer, site, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await explorer.open(`${site.origin}/#sentence=dog+bites+man`);
  await explorer.words().nth(1).click();
  await explorer.button('Copy link').click();
  await expect(explorer.button('Copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('sentence=dog+bites+man');
  expect(link).toContain('token=2');
});

for (const hash of [
  '#layer=-1&head=99999999999&token=1e9&time=NaN&theme=pink&why=0',
  '#layer=99&head=99&token=9999&masked=9999,3,x',
  '#%E0%A4%A&=&&&sentence=%',
  `#sentence=${'x'.repeat(5000)}`,
  '#__proto__=1&constructor=1&view=constructor',
]) {
  test(`a hostile address does no harm: ${hash.slice(0, 40)}`, async ({ explorer, site, page }) => {
    await page.goto(`${site.origin}/${hash}`);
    await expect(explorer.root.locator('.map')).toBeVisible();
    expect(explorer.complaints).toEqual([]);
  });
}

test('a view that there is not is named, and so are those that there are', async ({
  explorer,
  site,
  page,
}) => {
  await page.goto(`${site.origin}/#view=nonsense`);
  const alert = explorer.root.getByRole('alert');
  await expect(alert).toContainText('There is no view “nonsense”');
  await expect(alert).toContainText('attention');
});
