import { expect, test } from './fixtures';

test('where the browser does not let a page copy, the text stands there to be copied @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await explorer.open(`${site.origin}/#sentence=dog+bites+man`);
  await explorer.button('Copy link').click();
  const link = explorer.root.getByRole('textbox', { name: 'Link to this frame' });
  await expect(link).toBeFocused();
  await expect(link).toHaveValue(/#sentence=dog\+bites\+man&/);
  const selected = () =>
    link.evaluate((field: HTMLInputElement) => field.selectionEnd === field.value.length);
  expect(await selected()).toBe(true);
  await page.keyboard.press('Escape');

  await explorer.button(/^Embed$/).click();
  const dialog = explorer.root.getByRole('dialog', { name: 'Embed' });
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Copy the code' }).click();
  await expect(dialog.getByRole('alert')).toContainText('won’t let this page copy');
  await expect(dialog.getByRole('textbox', { name: 'Code to embed' })).toBeFocused();
  expect(explorer.complaints).toEqual([]);
});

test('a picture that cannot be made is told of @thorough', async ({ explorer, site, page }) => {
  await page.addInitScript(() => {
    HTMLImageElement.prototype.decode = () => Promise.reject(new Error('it is too large'));
  });
  await explorer.open(site.origin);
  await explorer.button(/^Embed$/).click();
  const dialog = explorer.root.getByRole('dialog', { name: 'Embed' });
  await dialog.getByRole('button', { name: 'save as PNG' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'The picture could not be saved: it is too large',
  );
  expect(explorer.complaints).toEqual([]);
});
