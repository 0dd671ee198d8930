import { expect, test, thoroughUnless } from './fixtures';

const sentence = 'the+dog+chased+the+cat+because+it+was+hungry';
const address = `#sentence=${sentence}&view=attention&layer=3&head=2&token=7&time=8`;

for (const theme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
    [1280, 800],
    [1920, 900],
  ] as const) {
    test(`the screen at ${width} px, ${theme}${thoroughUnless(width === 360 || width === 1280)}`, async ({
      explorer,
      site,
      page,
    }) => {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height });
      await explorer.open(`${site.origin}/${address}&theme=${theme}`);
      await expect(explorer.words()).toHaveCount(9);
      await expect(page).toHaveScreenshot(`${theme}-${width}.png`, {
        animations: 'disabled',
        caret: 'hide',
        // Text is smoothed differently by each version of FreeType; a layout that moved is more.
        threshold: 0.25,
        maxDiffPixelRatio: 0.003,
      });
    });
  }
}
