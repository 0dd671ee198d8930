import { pathToFileURL } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { expect, test } from './fixtures';
import { nativeTrace, showcaseHead } from './native-trace';

const sentence = "The animal didn't cross the street because it was too tired";

/** What goes wrong in a page, violations of its policy included. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  return complaints;
}

/** Brings a figure to the screen, and waits until it is live. */
async function see(page: Page, view: string): Promise<void> {
  await page.locator(`#figure-${view}`).evaluate((figure) => figure.scrollIntoView());
  await page.locator(`#figure-${view} .live.drawn`).waitFor();
}

test('the article works from a disk: figures come alive near the screen, without an error', async ({
  page,
  context,
}) => {
  await context.setOffline(true);
  const complaints = complaintsOf(page);
  await page.goto(pathToFileURL(projectPath('dist/article.html')).href);
  await see(page, 'softmax');
  const { layer, head } = showcaseHead();
  const ofAnimal = nativeTrace(sentence).row(`layers.${layer}.attention.weights`, head, 7)[1] ?? 0;
  await expect(page.locator('#figure-softmax fovea-encoder')).toContainText(
    ofAnimal.toFixed(3).slice(1),
  );
  await see(page, 'training');
  await expect(page.locator('#figure-prediction fovea-encoder')).toHaveCount(0);
  expect(complaints).toEqual([]);
});

/** Whether each part of a figure has been loaded and says something, and not that it is still loading. */
const isLive = (figure: Element): boolean => {
  const root = figure.querySelector('fovea-encoder')?.shadowRoot;
  const parts = [...(root?.querySelectorAll('.view > *') ?? [])];
  const loads = root?.querySelector(':not(:defined)') ?? root?.querySelector('.loading');
  return parts.length > 0 && !loads;
};

for (const from of ['a disk', 'a server'] as const)
  test(`the article in one file, from ${from}: every figure comes alive @thorough`, async ({
    page,
    scripts,
  }) => {
    const complaints = complaintsOf(page);
    const file = projectPath('dist/article.html');
    if (from === 'a server')
      await page.route('**/article.html', (route) => route.fulfill({ path: file }));
    const address = from === 'a disk' ? pathToFileURL(file).href : `${scripts.origin}/article.html`;
    await page.goto(address);
    const figures = await page.locator('figure:has(.live)').all();
    expect(figures.length).toBeGreaterThan(25);
    for (const figure of figures) {
      await figure.evaluate((element) => element.scrollIntoView());
      const name = (await figure.getAttribute('id')) ?? '';
      await expect.poll(() => figure.evaluate(isLive), { message: name }).toBe(true);
      await expect(figure.locator('.live')).toHaveClass(/drawn/);
    }
    expect(complaints).toEqual([]);
  });

test('beside the page, on a phone, axe finds nothing in it, and its code can be copied @thorough', async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 360, height: 740 });
  const complaints = complaintsOf(page);
  await page.goto(`${site.origin}/article.html`);
  await see(page, 'gaze');
  await see(page, 'heads');
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  const embed = page.locator('#figure-heads .embed');
  await embed.locator('summary').click();
  await embed.getByRole('button').click();
  await expect(embed.getByRole('button')).toHaveText('Copied');
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toContain('<fovea-encoder view="heads" token="it"></fovea-encoder>');
  expect(complaints).toEqual([]);
});

test('without scripts every figure is a picture, in the theme of the reader', async ({
  browser,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, colorScheme: 'dark' });
  const page = await context.newPage();
  await page.goto(`${site.origin}/article.html`);
  const picture = page.locator('#figure-gaze img:visible');
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(700);
  expect(await picture.evaluate((img: HTMLImageElement) => img.currentSrc)).toContain('-dark.webp');
  await context.close();
});
