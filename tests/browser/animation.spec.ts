import { expect, test } from './fixtures';

const time = (text: string | null): number => Number(text);

test('play moves the numbers in, step by step, to the end', async ({ explorer, site }) => {
  await explorer.open(`${site.origin}/#view=attention`);
  const slider = explorer.slider();
  const end = time(await slider.getAttribute('aria-valuemax'));
  await slider.focus();
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuenow', '0');
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

test('a step on is one burst; a step back undoes it', async ({ explorer, site, page }) => {
  await explorer.open(site.origin);
  const slider = explorer.slider();
  const from = time(await slider.getAttribute('aria-valuenow'));
  await explorer.button('Step back').click();
  await expect(slider).toHaveAttribute('aria-valuenow', String(from - 1));
  await explorer.button('Step on').click();
  await expect(slider).toHaveAttribute('aria-valuenow', String(from));
  await page.waitForTimeout(700);
  await expect(slider).toHaveAttribute('aria-valuenow', String(from));
});

test('one step plays again and again, and the address says so', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.open(`${site.origin}/#view=attention&time=6.5`);
  const now = async () => time(await explorer.slider().getAttribute('aria-valuenow'));
  const loop = explorer.button('Loop this step');
  await explorer.button('Speed 1×').click();
  await loop.click();
  await expect(loop).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(now, { intervals: [20] }).toBe(7);
  await expect.poll(now, { intervals: [20] }).toBeLessThan(6.5);
  await expect.poll(now, { intervals: [20] }).toBe(7);
  await expect(explorer.button('Pause')).toBeVisible();
  await expect(page).toHaveURL(/loop=1/);
  await page.keyboard.press('l');
  await expect(explorer.button('Play')).toBeVisible();
  expect(await now()).toBe(7);
});

test('the rail can be dragged, and stops an animation', async ({ explorer, site, page }) => {
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

test('under reduced motion the same steps are still frames', async ({ explorer, site, page }) => {
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
      { intervals: [20], timeout: 10_000 },
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
