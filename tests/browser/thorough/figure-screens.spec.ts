import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures';

// Pictures of the figures that have files of their own: one page for all.

const ids = [
  ...['gaze', 'routing', 'recurrence', 'masks', 'matrix', 'feed-forward'],
  ...['embedding-map', 'residual', 'norms', 'cost'],
];

/** Both widths and both themes, each once. */
const screens = [
  [1280, 800, 'light'],
  [360, 740, 'dark'],
] as const;

/** What a figure says while it waits for its runs. */
const waiting = /Loading|Reading the embedding table|Running|Sending the gradient back|\?\?\?/;

const textOf = (figure: Locator): Promise<string> =>
  figure.evaluate((element) => element.shadowRoot?.textContent ?? '');

test('figures of their own files look as they did', async ({ explorer, site, page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(site.origin);
  for (const id of ids) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#view=${id}`);
    const figure = explorer.root.locator(`fovea-${id}`);
    let before = '';
    await expect
      .poll(async () => {
        const text = await textOf(figure);
        const isStill = text === before;
        before = text;
        return isStill && text.trim().length > 80 && !waiting.test(text);
      }, `${id} is drawn, and nothing comes after it`)
      .toBe(true);
    for (const [width, height, theme] of screens) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      await page.waitForTimeout(60);
      const picture = await figure.screenshot({ animations: 'disabled', caret: 'hide' });
      expect.soft(picture).toMatchSnapshot(['figures', `${id}-${theme}-${width}.png`], {
        threshold: 0.25,
        maxDiffPixelRatio: 0.003,
      });
    }
  }
  expect(explorer.complaints).toEqual([]);
});
