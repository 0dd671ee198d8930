import type { Page } from '@playwright/test';
import { expect, test, thoroughUnless } from './fixtures';

/** How long after the last movement a page shows its elements again, and how long it is made to wait here. */
const rest = 150;
const longer = 3000;

/** Lets what is painted stand long enough for a picture to be taken. */
function standLonger([rest, longer]: readonly [number, number]): void {
  const start = window.setTimeout.bind(window);
  const wait = (run: TimerHandler, time?: number) => start(run, time === rest ? longer : time);
  Object.assign(window, { setTimeout: wait });
}

/** One that has taken the place of its element. */
const canvas = 'canvas[style*="pointer-events: none"][style*="opacity: 1"]';

/** The share of pixels that differ by more than a quarter of what one can be, in two pictures of one size. */
async function shareApart(page: Page, pictures: readonly Buffer[]): Promise<number> {
  const judge = await page.context().newPage();
  const share = await judge.evaluate(
    async (texts) => {
      const [a = [], b = []] = await Promise.all(
        texts.map(async (text) => {
          const image = new Image();
          image.src = `data:image/png;base64,${text}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.width, image.height);
          const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
          context.drawImage(image, 0, 0);
          return context.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      let apart = 0;
      for (let i = 0; i < a.length; i += 4) {
        const gap = [0, 1, 2].map((c) => Math.abs((a[i + c] ?? 0) - (b[i + c] ?? 0)));
        if (Math.max(...gap) > 64) apart++;
      }
      return (4 * apart) / a.length;
    },
    pictures.map((picture) => picture.toString('base64')),
  );
  await judge.close();
  return share;
}

/** The edges of some letters. */
const hair = 0.001;

const moments = [
  ['scores', 4.01, 600],
  // With the words of its matrix.
  ['scores', 4.5, 450],
  ['softmax', 6.01, 600],
  ['sum', 7.01, 700],
  ['embedding', 2.01, 500],
  ['expand', 11.01, 600],
] as const;

/** The one that npm test plays, in light colours. */
const usual = 4.5;

for (const theme of ['light', 'dark'] as const)
  for (const [view, time, played] of moments)
    test(`the playing picture is what it is at rest: ${view} from ${time}, ${theme}${thoroughUnless(theme === 'light' && time === usual)}`, async ({
      explorer,
      site,
      page,
    }) => {
      await page.emulateMedia({ colorScheme: theme });
      await page.addInitScript(standLonger, [rest, longer] as const);
      await explorer.return();
      await page.goto(`${site.origin}/#view=${view}&time=${time}`);
      await expect(explorer.slider()).toBeVisible();
      await page.waitForTimeout(1000);
      await explorer.button('Play').click();
      await page.waitForTimeout(played);
      await explorer.button('Pause').click();
      await page.mouse.move(2, 2);
      const painted = explorer.root.locator(canvas);
      await page.waitForTimeout(1000);
      // The picture and the playhead, each on its own.
      expect(await painted.count()).toBeGreaterThanOrEqual(2);
      const playing = await page.screenshot();
      await expect(painted).toHaveCount(0, { timeout: 3 * longer });
      expect(await shareApart(page, [playing, await page.screenshot()])).toBeLessThan(hair);
      expect(explorer.complaints).toEqual([]);
    });

/** Whether objects wait on their way to their places, as while they are painted there; presses a button if they do. */
function waitOnTheirWay(button?: Node | null): boolean {
  const root = document.querySelector('fovea-explorer')?.shadowRoot;
  const objects = [...(root?.querySelectorAll('[data-object]') ?? [])];
  const wait = objects.some((object) =>
    object.getAnimations().some(({ playState }) => playState === 'paused'),
  );
  if (wait && button instanceof HTMLElement) button.click();
  return wait;
}

test('what is on its way to another view is painted, and goes on as an element when the time stands still', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.return();
  await page.goto(`${site.origin}/#view=embedding&time=1.6`);
  await expect(explorer.slider()).toBeVisible();
  await page.waitForTimeout(1000);
  await explorer.button('Play').click();
  // After the time to read, another view comes. A canvas takes over: its elements wait.
  const pause = await explorer.button('Pause').elementHandle();
  await page.waitForFunction(waitOnTheirWay, pause);
  await expect(explorer.root.locator(canvas)).toHaveCount(0);
  expect(await page.evaluate(waitOnTheirWay, null)).toBe(false);
  expect(explorer.complaints).toEqual([]);
});

test('without a canvas for workers, the picture plays as it is', async ({
  explorer,
  site,
  page,
}) => {
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'OffscreenCanvas'));
  await explorer.open(`${site.origin}/#view=softmax&time=6.01`);
  const bars = explorer.root.locator('rect[transform*="scale"]');
  await explorer.button('Play').click();
  await expect.poll(() => bars.count()).toBeGreaterThan(5);
  await expect(explorer.root.locator('canvas[style*="pointer-events: none"]')).toHaveCount(0);
  expect(explorer.complaints).toEqual([]);
});
