import { expect, test } from './fixtures';

test('a typed sentence appears word by word, with no complaint', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  await explorer.button('Edit the sentence').click();
  const text = explorer.root.getByRole('textbox', { name: 'Sentence' });
  await expect(text).toBeFocused();
  await text.fill('');
  await text.pressSequentially('man bites dog');
  await expect(explorer.words()).toHaveText(['man', 'bites', 'dog']);
  await text.press('Enter');
  await expect(text).toHaveCount(0);
  await expect(explorer.button('Edit the sentence')).toBeFocused();
  expect(explorer.complaints).toEqual([]);
});

for (const view of ['practice', 'class', 'by-hand', 'patches', 'decoder'])
  test(`${view} does not offer to edit a sentence that it lacks or has a field for`, async ({
    explorer,
    page,
    site,
  }) => {
    await page.goto(`${site.origin}/#view=${view}`);
    await expect(explorer.button('Copy link')).toBeVisible();
    await expect(explorer.button('Edit the sentence')).toHaveCount(0);
    await page.keyboard.press('e');
    await page.waitForTimeout(100);
    await expect(explorer.root.locator('.editor')).toHaveCount(0);
  });

test('a word, a head and a layer are chosen by a click', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  await explorer.words().nth(1).click();
  await explorer.root.getByRole('radio', { name: 'Head 5,' }).click();
  // Beside its name: a row of the layer is one of its heads.
  await explorer.button('layer 1').click({ position: { x: 8, y: 6 } });
  await expect.poll(() => explorer.place()).toEqual({ layer: 0, head: 4, token: 1 });
});

test('and by the menus of the line that says where the reader is', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  const menu = (name: string) => explorer.root.getByRole('combobox', { name, exact: true });
  await menu('Layer').selectOption('2');
  await menu('Head').selectOption('8');
  await menu('The word to look from').selectOption('street');
  await expect.poll(() => explorer.place()).toEqual({ layer: 1, head: 7, token: 5 });
  await expect(explorer.words().nth(5)).toHaveAttribute('aria-pressed', 'true');
});

test('any word can be masked; the fillings are live', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  const best = explorer.root.locator('.prediction .piece').first();
  await expect(best).toHaveText('animal');
  await explorer.words().nth(5).click();
  await explorer.button('Mask “street”').click();
  await expect(explorer.words().nth(5)).toHaveText('[MASK]');
  const fits = (piece: HTMLElement) => piece.scrollWidth <= piece.clientWidth;
  expect(await explorer.words().nth(5).locator('.piece').evaluate(fits)).toBe(true);
  await expect(explorer.root.locator('.prediction .piece')).toHaveCount(3);
  await explorer.button('Unmask “street”').click();
  await expect(explorer.words().nth(5)).toHaveText('street');
});

test('a part of the map opens its step', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  await explorer.button(/^feed-forward, 11×512/).click();
  await expect(explorer.slider()).toHaveAttribute('aria-valuetext', 'activate');
  await explorer.button(/^weights, 8×11×11/).click();
  await expect(explorer.slider()).toHaveAttribute('aria-valuetext', 'softmax');
});

test('the theme turns, and the pictures with it', async ({ explorer, site, page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await explorer.open(site.origin);
  const pixel = () =>
    explorer.root
      .locator('.map canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) =>
        [...(canvas.getContext('2d')?.getImageData(0, 0, 30, 1).data ?? [])].join(),
      );
  const light = await pixel();
  await explorer.button('Dark').click();
  await expect(explorer.root).toHaveAttribute('theme', 'dark');
  await expect(explorer.root).toHaveCSS('background-color', 'rgb(18, 20, 25)');
  await expect.poll(pixel).not.toBe(light);
});

test('keys do what the list of keys says', async ({ explorer, site, page }) => {
  await explorer.open(site.origin);
  await page.keyboard.press('?');
  const help = explorer.root.getByRole('dialog', { name: 'Keys' });
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  const before = await explorer.place();
  await page.keyboard.press(']');
  await page.keyboard.press('{');
  await expect
    .poll(() => explorer.place())
    .toEqual({
      ...before,
      layer: before.layer - 1,
      head: before.head + 1,
    });
  await page.keyboard.press('e');
  await expect(explorer.root.getByRole('textbox', { name: 'Sentence' })).toBeFocused();
});

test('arrow keys walk through words and heads; Enter chooses', async ({ explorer, site, page }) => {
  await explorer.open(site.origin);
  await explorer.words().nth(7).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(explorer.words().nth(6)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(explorer.words().nth(6)).toHaveAttribute('aria-pressed', 'true');
  const { head } = await explorer.place();
  await explorer.root.getByRole('radio', { name: `Head ${head + 1},` }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await explorer.place()).head).toBe((head + 1) % 8);
});

test('the wheel is the page’s, over the figure too', async ({ explorer, site, page }) => {
  await page.setViewportSize({ width: 1000, height: 500 });
  await explorer.open(site.origin);
  await explorer.words().first().hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
});

test('a head is shown while the pointer or the keyboard is on it; a click keeps it', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(site.origin);
  const weights = () => explorer.numbers('weights');
  const before = await weights();
  await page.waitForTimeout(400);
  const hash = await page.evaluate(() => location.hash);
  const other = explorer.root.getByRole('radio', { name: 'Head 4,' });
  await other.hover();
  await expect.poll(weights).not.toEqual(before);
  const previewed = await weights();
  await expect(other).not.toBeChecked();
  await page.waitForTimeout(400);
  expect(await page.evaluate(() => location.hash)).toBe(hash);
  await explorer.root.locator('.told').hover();
  await expect.poll(weights).toEqual(before);
  await other.click();
  await explorer.root.locator('.told').hover();
  await expect(other).toBeChecked();
  await expect.poll(weights).toEqual(previewed);

  await page.goto(`${site.origin}/#view=heads`);
  const caption = explorer.root.locator('.step figcaption');
  await explorer.button(/^layer 1, head 1,/).focus();
  await expect(caption).toContainText('In head 1,');
  await explorer.button('Edit the sentence').focus();
  await expect(caption).not.toContainText('In head 1,');
});
