import type { Page } from '@playwright/test';
import { namedViews } from '../../../scripts/lib/views.mjs';
import { expect, test } from '../fixtures';
import { largeFolder } from '../large-folder';
import { textCollisions } from '../text-collisions';

const shapes = [
  { layers: 12, heads: 12, architecture: 'BertForSequenceClassification' },
  { layers: 24, heads: 16, architecture: 'BertForMaskedLM' },
] as const;

const sentence = 'the animal was too tired';
/** 120 words, of 182 pieces. */
const long = Array.from({ length: 30 }, () => 'the animal was tired').join(' ');

async function publish(page: Page, shape: (typeof shapes)[number]): Promise<void> {
  const files = largeFolder(shape);
  await page.route('**/models/large/**', (route) => {
    const body =
      files[
        route
          .request()
          .url()
          .replace(/^.*\/large\//, '')
      ];
    return route.fulfill(
      body ? { body, contentType: 'application/octet-stream' } : { status: 404 },
    );
  });
}

/** What a view shows that cannot be read, or lies beside the screen. */
async function unreadable(page: Page): Promise<readonly string[]> {
  const collisions = await page.evaluate(textCollisions, 'fovea-explorer');
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return beside > 0 ? [...collisions, `${beside} px beside the screen`] : collisions;
}

for (const shape of shapes)
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const)
    for (const [length, text] of Object.entries({ short: sentence, long }))
      test(`every view of ${shape.layers} × ${shape.heads} heads can be read at ${width} × ${height}, with a ${length} text`, async ({
        explorer,
        site,
        page,
      }) => {
        test.slow();
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height });
        await publish(page, shape);
        const model = `${site.origin}/models/large/`;
        const hash = (view: string) => `#${new URLSearchParams({ model, sentence: text, view })}`;
        await explorer.open(`${site.origin}/${hash('attention')}`);
        await expect(explorer.root.locator('.model-line')).toContainText(`${shape.heads} heads`);
        for (const { id } of namedViews()) {
          await page.evaluate((address) => {
            location.hash = address;
          }, hash(id));
          await page.waitForTimeout(100);
          await expect(async () => expect(await unreadable(page), id).toEqual([])).toPass({
            timeout: 20_000,
          });
        }
        expect(explorer.complaints).toEqual([]);
      });
