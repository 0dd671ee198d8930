import { expect, test } from './fixtures';

test('moving the pointer within a word runs no layout', async ({ explorer, page, site }) => {
  await explorer.open(site.origin);
  await expect(explorer.words()).toHaveCount(11);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const layouts = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value;
  };
  const box = await explorer.words().nth(4).boundingBox();
  if (!box) throw new Error('the word has no box');
  const [x, y] = [box.x + box.width / 2, box.y + box.height + 90];
  await page.mouse.move(x, y);
  // What pointing at the word changes has been drawn.
  await expect(explorer.root.locator('.figure')).toBeVisible();
  await page.waitForTimeout(300);
  const before = await layouts();
  for (let step = 0; step < 12; step++) {
    await page.mouse.move(x + (step % 5), y + step);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  }
  expect(await layouts()).toBe(before);
});
