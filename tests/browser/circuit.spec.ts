import type { Explorer } from './fixtures';
import { expect, test } from './fixtures';

// What the fourth file's worker searches for and measures in the model that is open: circuits, and heads over many texts.

/** Opens a view that asks before it shows. */
async function opened(explorer: Explorer, address: string, id: string) {
  await explorer.page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(address);
  await explorer.page.evaluate((view) => {
    location.hash = `#view=${view}&token=it`;
  }, id);
  const figure = explorer.root.locator(`fovea-${id}`);
  await expect(figure.locator('.guess').first()).toBeVisible({ timeout: 30_000 });
  return figure;
}

test('a circuit is found, tells heads from networks before the guess, and loses the answer box by box', async ({
  explorer,
  site,
  page,
}) => {
  const figure = await opened(explorer, site.origin, 'circuit');
  const boxes = figure.locator('.nodes .node');
  const lit = figure.locator('.nodes .node.on');
  await expect(figure.locator('.legend')).toContainText('a head at one word');
  await expect(lit).toHaveCount(0);
  await figure.locator('.guess').first().click();
  await expect(lit).not.toHaveCount(0);
  const all = await boxes.count();
  const found = await lit.count();
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(0.08 * all);
  const kept = figure.locator('.meters b').first();
  const share = async () => Number(await kept.textContent());
  expect(await share()).toBeGreaterThanOrEqual(0.9);
  // By the keyboard, one box leaves; less is left, and it comes back.
  await lit.first().focus();
  await page.keyboard.press('Enter');
  await expect(lit).toHaveCount(found - 1);
  await expect.poll(share).toBeLessThan(0.9);
  await figure.getByRole('button', { name: 'undo my changes' }).click();
  await expect(lit).toHaveCount(found);
  await figure.locator('.rounds input').fill('0');
  await expect(lit).toHaveCount(all);
  expect(explorer.complaints).toEqual([]);
});

test('a box and a connection of a circuit say why, and the slider grows and thins it @thorough', async ({
  explorer,
  site,
}) => {
  const figure = await opened(explorer, site.origin, 'circuit');
  await figure.locator('.guess').first().click();
  const lit = figure.locator('.nodes .node.on');
  await expect(lit).not.toHaveCount(0);
  const found = await lit.count();
  await expect(figure.locator('.meters dt').nth(1)).toContainText(`as many at random, ${found} `);
  await lit.first().focus();
  await figure.locator('.readout .asks').click();
  await expect(figure.locator('.why')).toContainText('what is left without layer');
  await figure.getByText('The strongest connections').click();
  await figure.locator('.strongest .asks').first().click();
  await expect(figure.locator('.why')).toContainText('what is lost if the receiver alone');
  await figure.locator('.setting input').fill('50');
  await expect.poll(() => lit.count(), { timeout: 20_000 }).toBeLessThan(found);
  await figure.locator('.setting input').fill('99');
  await expect.poll(() => lit.count(), { timeout: 20_000 }).toBeGreaterThan(found);
  expect(explorer.complaints).toEqual([]);
});

test('heads are measured over the page’s sentences, in a column of 390 pixels @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const figure = await opened(explorer, site.origin, 'corpus');
  await figure.locator('.guess').first().click();
  await expect(figure.locator('.card')).toHaveCount(32);
  await expect(figure).not.toContainText(/NaN|undefined|\[object/);
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await wide()).toBeLessThanOrEqual(0);
  await figure.locator('.card').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(figure.locator('.detail .arched')).toHaveCount(8);
  await figure.locator('.detail .arched .word').first().click();
  await expect(figure.locator('.places li').first()).toBeVisible();
  expect(await wide()).toBeLessThanOrEqual(0);
  expect(explorer.complaints).toEqual([]);
});

test('all heads and the sentences of one are on the screen together; each scrolls in itself @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const figure = await opened(explorer, site.origin, 'corpus');
  await figure.locator('.guess').first().click();
  await figure.locator('.card').first().click();
  await expect(figure.locator('.detail .arched')).toHaveCount(8);
  await expect(figure.locator('.card').first()).toBeInViewport({ ratio: 1 });
  await expect(figure.locator('.arched').first()).toBeInViewport({ ratio: 1 });
  const beneath = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await expect.poll(beneath).toBeLessThanOrEqual(0);
  await figure.locator('.arched').last().scrollIntoViewIfNeeded();
  await expect(figure.locator('.card').first()).toBeInViewport({ ratio: 1 });
});
