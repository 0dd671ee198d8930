import AxeBuilder from '@axe-core/playwright';
import { expect, test, viewIds } from './fixtures';

test('a lesson shows the picture alone, and a presenter’s remote steps through it', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto(`${site.origin}/#time=0.5&view=tokens`);
  await explorer.button('Teach').click();
  const { root } = explorer;
  await expect(root.locator('.top-bar, .map, .timeline, .side')).toHaveCount(0);
  await expect(root.locator('figure.step')).toHaveAttribute('data-view', 'tokens');
  await expect(root.locator('.lesson-bar h2')).toContainText('1 of');
  for (const name of ['Back', 'Next', 'Captions', 'Leave'])
    await expect(explorer.button(name)).toHaveCSS('opacity', '1');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(root.locator('figure.step')).toHaveAttribute('data-view', 'embedding');
  await page.keyboard.press('PageUp');
  await expect(root.locator('figure.step')).toHaveAttribute('data-view', 'tokens');

  const caption = root.locator('.lesson-caption');
  await expect(caption).toHaveCount(0);
  await page.keyboard.press('c');
  await expect(caption).toContainText('“it”');
  await expect(page).toHaveURL(/lesson=captions/);
  const { violations } = await new AxeBuilder({ page }).include('fovea-explorer').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  await page.reload();
  await expect(caption).toContainText('“it”');
  await page.keyboard.press('Escape');
  await expect(root.locator('.top-bar')).toBeVisible();
  await explorer.button('Teach').click();
  await expect(caption).toBeVisible();
  await explorer.button('Next').click();
  await expect(root.locator('.lesson-bar h2')).toContainText('2 of');
  expect(explorer.complaints).toEqual([]);
});

for (const [width, height] of [
  [1024, 768],
  [1920, 1080],
] as const)
  test(`a lesson fills ${width} × ${height} and cuts nothing off`, async ({
    explorer,
    site,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await page.goto(`${site.origin}/#lesson=captions&view=position&time=3`);
    const { root } = explorer;
    const picture = root.locator('.view figure');
    await expect(picture).toContainText('tired');
    const [box, caption] = [
      await picture.boundingBox(),
      await root.locator('.lesson-caption').boundingBox(),
    ];
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect((box?.height ?? 0) / height).toBeGreaterThan(0.66);
    expect((caption?.y ?? 0) + (caption?.height ?? 0)).toBeLessThanOrEqual(height);
  });

test('a lesson shows the whole of every picture at 1024 × 768 @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${site.origin}/#lesson=captions&view=position`);
  await expect(explorer.root.locator('.view figure')).toContainText('tired');
  const beneath = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  const tall = ['projections', 'block', 'training', 'matrix', 'twins', 'family', 'cost', 'by-hand'];
  for (const view of tall) {
    await page.evaluate((id) => {
      location.hash = `lesson=captions&view=${id}`;
    }, view);
    await expect(
      explorer.root.locator(`fovea-${view}, [data-view="${view}"]`).first(),
    ).toBeVisible();
    await page.waitForTimeout(500);
    await expect.poll(beneath, view).toBeLessThanOrEqual(0);
  }
  const button = explorer.button('Blank the last step');
  await expect(button).toBeInViewport({ ratio: 1 });
  await explorer.button('Leave').click();
  await expect(explorer.root.locator('.view')).toHaveCSS('zoom', '1');
});

test('no view needs scrolling in a lesson at 1024 × 768 @thorough', async ({
  explorer,
  site,
  page,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${site.origin}/#lesson=captions&view=position`);
  await expect(explorer.root.locator('.view figure')).toContainText('tired');
  for (const id of viewIds()) {
    await page.evaluate((view) => {
      location.hash = `lesson=captions&view=${view}`;
    }, id);
    await expect(explorer.root.locator(`fovea-${id}, .figure, .step`).first()).toBeVisible();
    // What another file draws comes in its time.
    await page.waitForTimeout(1500);
    const beneath = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    await expect.poll(beneath, id).toBeLessThanOrEqual(4);
  }
});

test('a number can be asked in a lesson; Escape closes the answer, then the lesson', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(`${site.origin}/#lesson=on&view=attention`);
  const { root } = explorer;
  await root.locator('.share').first().click();
  await expect(root.locator('.fold')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(root.locator('.fold')).toHaveCount(0);
  await expect(root.locator('.top-bar')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(root.locator('.top-bar')).toBeVisible();
});

test('the tour in a lesson: a press shows the answer, the next opens a chapter', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${site.origin}/#lesson=on&tour=5`);
  const tour = explorer.root.locator('.tour');
  await expect(tour.locator('h2')).toBeVisible();
  const title = await tour.locator('h2').textContent();
  await page.keyboard.press('PageDown');
  await expect(tour.getByRole('status')).toContainText('fits best');
  await page.keyboard.press('PageDown');
  await expect(tour.locator('h2')).not.toHaveText(title ?? '');
});

test('the tour in a lesson needs no scrolling at 1024 × 768', async ({ explorer, site, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(`${site.origin}/#lesson=on&tour=5`);
  const { root } = explorer;
  await expect(root.locator('.tour h2')).toBeVisible();
  await expect(root.locator('.view')).toContainText('tired');
  const beneath = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await expect.poll(beneath).toBeLessThanOrEqual(0);
  await page.keyboard.press('PageDown');
  await expect(root.locator('.tour').getByRole('status')).toContainText('fits best');
  await expect.poll(beneath).toBeLessThanOrEqual(0);
});

test('a lesson on a large screen has its charts as wide as the screen @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const [view, picture] of [
    ['gradients', 'svg'],
    ['residual', 'svg'],
    ['experts', '.row'],
  ] as const) {
    await page.goto(`${site.origin}/?${view}#view=${view}&lesson=captions`);
    const drawn = explorer.root.locator(`.view :is(${picture})`).first();
    await expect(drawn).toBeVisible();
    await expect
      .poll(async () => ((await drawn.boundingBox())?.width ?? 0) / 1920, { message: view })
      .toBeGreaterThan(0.85);
  }
});
