import type { Locator } from '@playwright/test';
import { type Explorer, expect, test } from './fixtures';

const inspector = ({ root }: Explorer): Locator => root.locator('.why.beneath');

test('the keyboard goes to the answer, along the way back, and to the asker again', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(site.origin);
  const score = explorer.root.locator('[aria-label^="Scores"] .ask[tabindex="0"]');
  await score.press('Enter');
  const heading = inspector(explorer).locator('h2');
  const spoken = explorer.root.locator('.unseen[role=status]:not(.changed)');
  await expect(heading).toBeFocused();
  const value = (await heading.textContent())?.replace(/^Why |\?$/g, '') ?? '';
  await expect(spoken).toHaveText(
    new RegExp(`^${value}: score of “\\w+” for “it”, .*head \\d\\.$`),
  );
  await page.keyboard.press('Tab');
  await inspector(explorer).locator('button.operand').first().press('Enter');
  await expect(heading).toBeFocused();
  await expect(spoken).toContainText('query');
  await inspector(explorer).locator('.trail button').first().press('Enter');
  await expect(heading).toBeFocused();
  await expect(spoken).toContainText('score');
  await page.keyboard.press('Escape');
  await expect(inspector(explorer)).toHaveCount(0);
  await expect(score).toBeFocused();
  await expect(spoken).toHaveText('');
});

test('one answer is open at a time, and closing gives the keyboard back', async ({
  explorer,
  site,
}) => {
  await explorer.open(site.origin);
  const fold = explorer.root.locator('.figure .why');
  const share = explorer.root.locator('.share[data-token="1"]');
  await share.press('Enter');
  await fold.locator('.further').press('Enter');
  await expect(inspector(explorer).locator('h2')).toBeFocused();
  await expect(fold).toHaveCount(0);
  await inspector(explorer).locator('.close').press('Enter');
  await expect(share).toBeFocused();
  await share.press('Enter');
  await fold.locator('.close').press('Enter');
  await expect(share).toBeFocused();
});

test('an answer that a link opens takes no focus', async ({ explorer, site, page }) => {
  await explorer.open(`${site.origin}/#cell=layers.2.attention.weights:2,8,2`);
  await expect(inspector(explorer).locator('h2')).toBeVisible();
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
});
