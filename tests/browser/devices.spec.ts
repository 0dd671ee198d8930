import { expect, test } from './fixtures';

// What readers' devices are like: their colours, and whether they have keys.

test('in forced colours the timeline has its lines, and the main button its border', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await explorer.open(site.origin);
  const styleOf = (selector: string) =>
    explorer.root
      .locator(selector)
      .first()
      .evaluate((part) => {
        const { backgroundColor, borderTopStyle, borderTopColor } = getComputedStyle(part);
        return { backgroundColor, borderTopStyle, borderTopColor };
      });
  const { backgroundColor: ground } = await styleOf('.time');
  for (const part of ['.stretch', '.done', '.mark'])
    expect((await styleOf(`.timeline ${part}`)).backgroundColor, part).not.toBe(ground);
  await explorer.button(/^Fovea/).click();
  await explorer.button('Start the tour').waitFor();
  const { borderTopStyle, borderTopColor } = await styleOf('.tour-button');
  expect(borderTopStyle).toBe('solid');
  expect([ground, 'rgba(0, 0, 0, 0)']).not.toContain(borderTopColor);
});

test('in forced colours boxes, cells and bars are to be seen @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await explorer.open(site.origin);
  for (const [view, part] of [
    ['masks', '.cell'],
    ['experts', '.cell i'],
    ['cross-attention', '.cell'],
    ['decoder', '.bar i'],
    ['circuit', '.node'],
  ] as const) {
    await page.evaluate((id) => {
      location.hash = `view=${id}`;
    }, view);
    const marks = explorer.root.locator(`fovea-${view}`).locator(part);
    await marks.first().waitFor({ state: 'attached' });
    const isSeen = () =>
      marks.first().evaluate((mark) => {
        const { backgroundColor, borderTopStyle, borderTopColor } = getComputedStyle(mark);
        const paper = getComputedStyle(document.documentElement).backgroundColor;
        const hidden = [paper, 'rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'];
        const isFilled = !hidden.includes(backgroundColor);
        return isFilled || (borderTopStyle === 'solid' && !hidden.includes(borderTopColor));
      });
    await expect.poll(isSeen, view).toBe(true);
  }
});

for (const touch of [true, false])
  test(`keys are explained ${touch ? 'nowhere on a touch screen' : 'where there are some'}`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({
      viewport: { width: 1000, height: 844 },
      hasTouch: touch,
      isMobile: touch,
    });
    const page = await context.newPage();
    const root = page.locator('fovea-explorer');
    const explained = (text: string | RegExp) => {
      const seen = root.getByText(text).locator('visible=true');
      return expect(seen, String(text)).toHaveCount(touch ? 0 : 1);
    };
    await page.goto(`${site.origin}/#view=attention&lesson=on`);
    await root.getByRole('button', { name: 'Leave' }).waitFor();
    await explained('Esc leave');
    await page.goto('about:blank');
    await page.goto(`${site.origin}/#view=attention`);
    await root.getByText('drag an arch').waitFor();
    await explained('or press M on it');
    await explained(/^Keys$/);
    await page.goto(`${site.origin}/#tour=3`);
    await root.locator('.tour').getByRole('button', { name: 'Yes' }).waitFor();
    await explained(/^Keys: 1 to/);
    await context.close();
  });

test('the tree of a weight does not promise that each of its numbers opens', async ({
  explorer,
  site,
}) => {
  await explorer.open(`${site.origin}/#view=attention&why=1`);
  const tree = explorer.root.locator('.why svg').filter({ hasText: 'sum of 11' });
  await expect(tree).toBeVisible();
  await expect(tree).not.toContainText('opens');
});
