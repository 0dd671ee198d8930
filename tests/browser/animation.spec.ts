import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { servePage } from './servers';

const time = (text: string | null): number => Number(text);

test('play moves the numbers in, step by step, to the end', async ({ explorer, site, page }) => {
  await explorer.open(`${site.origin}/#view=attention`);
  const slider = explorer.slider();
  const end = time(await slider.getAttribute('aria-valuemax'));
  await slider.focus();
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuenow', '0');
  await page.evaluate((time) => {
    location.hash = `view=attention&time=${time}`;
  }, end - 2);
  await expect(slider).toHaveAttribute('aria-valuenow', String(end - 2));
  await explorer.button('Speed 1×').click();
  await explorer.button('Play').click();
  const seen: number[] = [];
  await expect
    .poll(
      async () => {
        seen.push(time(await slider.getAttribute('aria-valuenow')));
        return seen.at(-1);
      },
      { intervals: [40], timeout: 30_000 },
    )
    .toBe(end);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen.some((t) => t % 1 !== 0)).toBe(true);
  await expect(explorer.button('Play')).toBeVisible();
});

test('a step on is one burst; a step back undoes it @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(site.origin);
  const slider = explorer.slider();
  const from = time(await slider.getAttribute('aria-valuenow'));
  await explorer.button('Step back').click();
  await expect(slider).toHaveAttribute('aria-valuenow', String(from - 1));
  await explorer.button('Step forward').click();
  await expect(slider).toHaveAttribute('aria-valuenow', String(from));
  await page.waitForTimeout(700);
  await expect(slider).toHaveAttribute('aria-valuenow', String(from));
});

test('one step plays again and again, and the address says so @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(`${site.origin}/#view=attention&time=6.5`);
  const now = async () => time(await explorer.slider().getAttribute('aria-valuenow'));
  const loop = explorer.button('Loop this step');
  await explorer.button('Speed 1×').click();
  await expect(page).toHaveURL(/speed=2/); // so that no write is due when the loop begins
  await loop.click();
  await expect(loop).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(now, { intervals: [20] }).toBe(7);
  await expect.poll(now, { intervals: [20] }).toBeLessThan(6.5);
  await expect.poll(now, { intervals: [20] }).toBe(7);
  await expect(explorer.button('Pause')).toBeVisible();
  await expect(page).toHaveURL(/loop=1/);
  await page.keyboard.press('l');
  await expect(explorer.button('Play')).toBeVisible();
  await expect.poll(now).toBe(7);
});

test('the rail can be dragged, and stops an animation @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(site.origin);
  const slider = explorer.slider();
  await page.keyboard.press('Space');
  const rail = await explorer.root.locator('.rail').boundingBox();
  if (!rail) throw new Error('The timeline has no rail');
  await page.mouse.move(rail.x + 2, rail.y + 28);
  await page.mouse.down();
  await page.mouse.move(rail.x + rail.width / 2, rail.y + 28, { steps: 5 });
  await page.mouse.up();
  const end = time(await slider.getAttribute('aria-valuemax'));
  expect(time(await slider.getAttribute('aria-valuenow'))).toBeCloseTo(end / 2, 1);
  await expect(explorer.button('Play')).toBeVisible();
});

test('under reduced motion the same steps are still frames @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(site.origin);
  const slider = explorer.slider();
  await slider.press('Home');
  await explorer.button('Play').click();
  const seen = new Set<number>();
  await expect
    .poll(
      async () => {
        seen.add(time(await slider.getAttribute('aria-valuenow')));
        return seen.size;
      },
      // Each stands until its caption can have been read.
      { intervals: [20], timeout: 60_000 },
    )
    .toBeGreaterThan(3);
  expect([...seen].every(Number.isInteger)).toBe(true);
});

test('no frame is asked for while nothing plays', async ({ explorer, site, page }) => {
  await page.addInitScript(() => {
    const ask = window.requestAnimationFrame.bind(window);
    Object.assign(window, { asked: 0 });
    window.requestAnimationFrame = (callback) => {
      (window as unknown as { asked: number }).asked += 1;
      return ask(callback);
    };
  });
  await explorer.open(site.origin);
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked);
  const before = await asked();
  await page.waitForTimeout(400);
  expect(await asked()).toBe(before);
});

/** Notes what is animated, and for how long. */
async function watchMotion(page: Page): Promise<() => Promise<readonly (string | number)[][]>> {
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    const seen: unknown[] = [];
    Object.assign(window, { seen });
    Element.prototype.animate = function (frames, options) {
      seen.push([this.className, (options as KeyframeAnimationOptions).duration]);
      return animate.call(this, frames, options);
    };
  });
  return () => page.evaluate(() => Reflect.get(window, 'seen'));
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a step unfolds from its picture and folds back into it: ${reducedMotion}`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    const seen = await watchMotion(page);
    await page.goto(`${site.origin}/#view=block`);
    const step = explorer.root.locator('.view .step');
    await expect(step).toHaveAttribute('data-view', 'block');
    await step.getByRole('button', { name: /^value: open the step/ }).click();
    await expect(step).toHaveAttribute('data-view', 'projections');
    await explorer.root.getByRole('radio', { name: 'whole block' }).click();
    await expect(step).toHaveAttribute('data-view', 'block');
    const still = reducedMotion === 'reduce';
    const moves = [
      ['view', 320],
      ['leaving', 220],
    ];
    await expect.poll(seen).toEqual(still ? [] : moves);
    await expect(explorer.root.locator('.leaving')).toHaveCount(0);
    expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
    expect(explorer.complaints).toEqual([]);
  });
}

test('a figure of the block keeps it in sight above the step that it opens', async ({
  page,
  scripts,
}) => {
  const post = await servePage(`<!doctype html><html lang="en"><title>A post</title><body>
    <fovea-encoder view="block"></fovea-encoder><script src="${scripts.origin}/fovea.js"></script></body>`);
  await page.goto(post.origin);
  const figure = page.locator('fovea-encoder');
  const row = figure.getByRole('group', { name: 'The whole block' });
  await expect(row).toHaveCount(0);
  await figure.getByRole('button', { name: /^output: open the step/ }).click();
  await expect(row.locator('canvas')).toHaveCount(11);
  await expect(row.locator('[aria-current=true]')).toHaveText('output');
  await row.getByRole('button', { name: 'compress: open the step' }).click();
  await expect(figure.locator('.view .step')).toHaveAttribute('data-view', 'compress');
  await row.getByRole('button', { name: 'compress: fold back into the block' }).click();
  await expect(figure.locator('.view .step')).toHaveAttribute('data-view', 'block');
  await expect(row).toHaveCount(0);
  await post.close();
});
