import { namedViews } from '../../../scripts/lib/views.mjs';
import { expect, test } from '../fixtures';
import { textCollisions } from '../text-collisions';

const views = namedViews();

/** Runs that are not the model's own: their former numbers need room beside the present ones. */
const changed = [
  'structure=residual%3Doff',
  'structure=scale%3Doff',
  'structure=softmax%3Dunshifted%2Cscale%3D0.2',
  'change=layers.2.attention.weights%5B2%2C7%2C%3A%5D%3D0',
];

const addresses = [
  ...views.map(({ id }) => `#view=${id}`),
  ...Array.from({ length: 15 }, (_, chapter) => `#tour=${chapter + 1}`),
  ...changed.flatMap((run) =>
    views.filter(({ tick, bundle }) => !tick && !bundle).map(({ id }) => `#${run}&view=${id}`),
  ),
];

// The theme changes no place of a text: one is enough.
for (const [width, height, language] of [
  [360, 740, 'en'],
  [1280, 800, 'en'],
  [1280, 800, 'de'],
] as const) {
  test(`every text can be read at ${width} × ${height}, ${language}`, async ({
    explorer,
    site,
    page,
  }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await explorer.open(`${site.origin}/#lang=${language}`);
    for (const address of addresses) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, `${address}&lang=${language}`);
      await page.waitForTimeout(100);
      // What a view compares comes later than the view.
      await expect(async () => {
        expect(await page.evaluate(textCollisions, 'fovea-explorer'), address).toEqual([]);
        const beneath = await page.evaluate(
          () => document.documentElement.scrollHeight - innerHeight,
        );
        if (width >= 1200) expect(beneath, `${address}, beneath the screen`).toBe(0);
      }).toPass({ timeout: 20_000 });
    }
    expect(explorer.complaints).toEqual([]);
  });
}
