import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '../fixtures';

// Figures of the third file open, can be read by everybody and have room.

const ids = ['gaze', 'routing', 'recurrence', 'masks'];

for (const [width, height, theme] of [
  [1280, 800, 'light'],
  [360, 740, 'dark'],
] as const) {
  test(`figures of the third file at ${width} × ${height}, ${theme}`, async ({
    explorer,
    site,
    page,
  }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await explorer.open(`${site.origin}/#theme=${theme}`);
    for (const id of ids) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `#view=${id}&theme=${theme}`);
      const figure = explorer.root.locator(`fovea-${id}`);
      const text = () => figure.evaluate((element) => element.shadowRoot?.textContent ?? '');
      await expect
        .poll(async () => (await text()).trim().length, { message: id })
        .toBeGreaterThan(80);
      expect(await text(), id).not.toMatch(/NaN|undefined|\[object/);
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ html }) => html)]);
      expect.soft(found, id).toEqual([]);
      const over = await page.evaluate(() => {
        const { scrollWidth, clientWidth, scrollHeight } = document.documentElement;
        return { wide: scrollWidth - clientWidth, high: scrollHeight - innerHeight };
      });
      expect.soft(over.wide, `${id}, wider than the page`).toBe(0);
      if (width > 1200) expect.soft(over.high, `${id}, beneath the screen`).toBe(0);
    }
    expect(explorer.complaints).toEqual([]);
  });
}

test('the list of figures opens one by keys', async ({ explorer, site, page }) => {
  await explorer.open(site.origin);
  const { root } = explorer;
  await root.getByRole('button', { name: 'find an answer' }).focus();
  await page.keyboard.press('Enter');
  const item = root.getByRole('button', { name: /^What does “attention” mean\?/ });
  await item.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=gaze/);
  await expect(root.locator('fovea-gaze figcaption')).toContainText('“it” gives');
  await expect(root.locator('dialog.find')).toBeHidden();
});
