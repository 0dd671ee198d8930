import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

async function expectNoFindings(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const findings = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join('\n')}`,
  );
  expect(findings).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [1440, 900],
    [360, 740],
  ] as const) {
    test(`axe finds nothing, ${colorScheme}, ${width} px`, async ({ explorer, site, page }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await explorer.open(site.origin);
      await expectNoFindings(page);
    });
  }
}

test('nor while the sentence is edited, a number is explained, a dialog is open', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(`${site.origin}/#why=2`);
  await explorer.button('Edit the sentence').click();
  await expectNoFindings(page);
  await explorer.button('Keys').click();
  await expectNoFindings(page);
});

test('nor in the middle of the animation', async ({ explorer, site, page }) => {
  await explorer.open(site.origin);
  await explorer.slider().press('ArrowLeft');
  await explorer.slider().press('ArrowLeft');
  await expectNoFindings(page);
});

test('the live region says what a word attends to', async ({ explorer, site }) => {
  await explorer.open(site.origin);
  const live = explorer.root.locator('.unseen[aria-live]');
  await explorer.words().nth(1).focus();
  await expect(live).toHaveText(/it attends to animal, /);
});

test('everything that can be clicked can be reached by keys', async ({ explorer, site, page }) => {
  await explorer.open(site.origin);
  const reached = new Set<string>();
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const at = document.activeElement?.shadowRoot?.activeElement;
      return at?.getAttribute('aria-label') ?? at?.textContent?.trim() ?? '';
    });
    reached.add(name);
  }
  for (const name of ['Layer', 'Head', 'Edit the sentence', 'Copy link', 'Embed', 'Keys', 'Play']) {
    expect([...reached], name).toContain(name);
  }
  expect([...reached].some((name) => name.startsWith('Open a model'))).toBe(true);
  expect([...reached].some((name) => name.startsWith('Place in the animation'))).toBe(true);
});
