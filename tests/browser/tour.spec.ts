import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { type Explorer, expect, test } from './fixtures';
import { nativeTrace } from './native-trace';

type Place = Awaited<ReturnType<Explorer['place']>>;

const tired = "The animal didn't cross the street because it was too tired";
const words = tired.toLowerCase().split(' ');
const count = 13;

/** What axe finds in the panel: the page around it has tests of its own. */
async function expectNoFindings(page: Page): Promise<void> {
  const panel = { fromShadowDom: ['fovea-explorer', '.tour'] as [string, string] };
  const { violations } = await new AxeBuilder({ page }).include(panel).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join()}`)).toEqual(
    [],
  );
}

test('the tour asks, waits for a guess, and shows the answer', async ({ explorer, site, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(site.origin);
  await explorer.button('Tour').click();
  const tour = explorer.root.locator('.tour');
  await expect(tour.locator('h2')).toContainText('1 of 13');
  await expect(explorer.root.locator('.step')).toHaveAttribute('data-view', 'tokens');
  await expect(tour.getByRole('button', { name: 'look' })).toHaveCount(0);

  for (let chapter = 1; chapter < 8; chapter++)
    await tour.getByRole('button', { name: 'next' }).click();
  await expect(tour.locator('h2')).toContainText('One word changes');
  await tour.getByRole('button', { name: 'at “street”' }).click();
  const { violations } = await new AxeBuilder({ page }).include('fovea-explorer').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await tour.getByRole('button', { name: 'look' }).click();
  await expect(tour.getByRole('status')).toContainText('As you expected.');
  await expect(tour.getByRole('status')).toContainText('“street”');
  await expect(explorer.words().last()).toHaveText('wide');

  await explorer.words().first().click();
  await expect(tour).toBeVisible();
  await tour.getByRole('button', { name: 'end the tour' }).click();
  await expect(tour).toHaveCount(0);
  expect(explorer.complaints).toEqual([]);
});

/** The right option of the open chapter, and what it is read off, by the core's own numbers. */
function expected(chapter: number, options: readonly string[], place: Place): string | null {
  const trace = nativeTrace(tired);
  const row = (tensor: string) =>
    trace.row(`layers.${place.layer}.attention.${tensor}`, place.head, place.token);
  const top = (values: readonly number[]) => values.indexOf(Math.max(...values));
  if (chapter === 5) return `“${words[top(row('scores'))]}”`;
  if (chapter === 6) return top(row('scores')) === top(row('weights')) ? 'no' : 'yes';
  if (chapter === 7) {
    const share = Math.max(...row('weights'));
    return options[share < 0.5 ? 0 : share <= 0.9 ? 1 : 2] ?? null;
  }
  if (chapter === 11) {
    const name = `layers.${place.layer}.feedForward.hidden`;
    const hidden = trace.row(name, place.token);
    const off = hidden.filter((unit) => unit <= 0).length / hidden.length;
    return options[off < 1 / 3 ? 0 : off <= 2 / 3 ? 1 : 2] ?? null;
  }
  return null;
}

test('every chapter asks, takes a guess and tells what the core computes', async ({
  explorer,
  site,
  page,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(site.origin);
  const place = await explorer.place();
  await explorer.button('Tour').click();
  const tour = explorer.root.locator('.tour');
  for (let chapter = 1; chapter <= count; chapter++) {
    await expect(tour.locator('h2')).toContainText(`${chapter} of ${count}`);
    const options = await tour.getByRole('group').getByRole('button').allTextContents();
    const texts = options.map((text) => text.trim());
    const right = expected(chapter, texts, place);
    const guess = right ?? texts[0] ?? '';
    await tour.getByRole('button', { name: guess, exact: true }).click();
    await tour.getByRole('button', { name: 'look' }).click();
    const answer = tour.getByRole('status');
    await expect(answer).toContainText(right ? /^As you expected/ : /expected\. \S/);
    await expect(tour.getByRole('button', { name: 'look again' })).toBeFocused();
    await expect(tour.getByRole('button', { name: 'back to the chapter' })).toHaveCount(0);
    if (chapter % 4 === 1) await expectNoFindings(page);
    const next = tour.getByRole('button', { name: 'next' });
    await expect(next).toHaveAttribute('aria-disabled', String(chapter === count));
    if (chapter < count) await next.click();
  }
  expect(explorer.complaints).toEqual([]);
});

test('the reader may go elsewhere, comes back, and leaves by Escape', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await explorer.open(`${site.origin}/#tour=5&time=4.02`);
  const tour = explorer.root.locator('.tour');
  const back = tour.getByRole('button', { name: 'back to the chapter' });
  await expect(tour).toBeVisible();
  await expect(back).toHaveCount(0);
  await explorer.root.getByRole('radio', { name: 'all heads' }).click();
  await back.click();
  await expect(tour.getByRole('button', { name: 'next' })).toBeFocused();
  await expect(explorer.words().first()).toBeVisible();
  await expect(back).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(tour).toHaveCount(0);
  await expect(explorer.button('Tour')).toBeFocused();
});

test('an address opens a chapter', async ({ explorer, site, page }) => {
  await page.goto(`${site.origin}/#tour=11&view=activate`);
  await expect(explorer.root.locator('.tour h2')).toContainText('Each word by itself');
  await expect(explorer.root.locator('.step')).toHaveAttribute('data-view', 'activate');
});

test('a chapter alone in an address opens its picture', async ({ explorer, site, page }) => {
  await page.goto(`${site.origin}/#tour=3`);
  await expect(explorer.root.locator('.tour h2')).toContainText('3 of');
  await expect(explorer.root.locator('.step')).toHaveAttribute('data-view', 'position');
});

test('on a phone the answer comes into sight, and the focus stays', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${site.origin}/#tour=7&time=6.02`);
  const tour = explorer.root.locator('.tour');
  await tour.getByRole('group').getByRole('button').first().click();
  await tour.getByRole('button', { name: 'look' }).click();
  await expect(tour.getByRole('button', { name: 'look again' })).toBeFocused();
  const stage = await explorer.root.locator('.view').boundingBox();
  expect(stage?.y).toBeLessThan(320);
});
