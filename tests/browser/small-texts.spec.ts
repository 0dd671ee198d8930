import { namedViews } from '../../scripts/lib/views.mjs';
import { expect, test } from './fixtures';

const steps = namedViews().flatMap(({ id, tick }) => (tick ? [id] : []));

/** Formulas that are cut off, and texts in letters of less than 10 pixels. */
function unreadable(): string[] {
  const found: string[] = [];
  const view = document.querySelector('fovea-explorer')?.shadowRoot?.querySelector('.view');
  for (const box of view?.querySelectorAll('.formula, .formula math') ?? [])
    if (box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 1)
      found.push(`cut: ${box.textContent?.trim().replace(/\s+/g, ' ')}`);
  for (const each of view?.querySelectorAll('text, tspan, mi, mn, mo, mtext, span, small') ?? []) {
    const own = [...each.childNodes].some(
      (node) => node instanceof Text && /[^\s\u200b]/.test(node.data),
    );
    const size = Number.parseFloat(getComputedStyle(each).fontSize);
    if (own && size < 10 && each.checkVisibility()) found.push(`${size} px: ${each.textContent}`);
  }
  return found;
}

test('on a phone every step’s formula is whole, and no letter is smaller than 10 pixels @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  await explorer.open(site.origin);
  for (const [place, id] of steps.entries()) {
    await page.evaluate((view) => {
      location.hash = `view=${view}`;
    }, id);
    await expect(explorer.root.locator('.time')).toContainText(`step ${place + 1} of`);
    await expect(explorer.root.locator('.view :is(.step, .figure)').first(), id).toBeVisible();
    await expect.poll(() => page.evaluate(unreadable), id).toEqual([]);
  }
});

test('on a tablet each row of the scores has its word, and the stack’s vectors are to be seen', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 768, height: 1024 });
  await explorer.open(`${site.origin}/#view=scores`);
  await expect(explorer.root.locator('.matrix svg.marks text')).toHaveText([
    ...['the', 'animal', "didn't", 'cross', 'the', 'street'],
    ...['because', 'it', 'was', 'too', 'tired'],
  ]);
  await page.evaluate(() => {
    location.hash = 'view=stack';
  });
  const vectors = explorer.root.locator('figure.step canvas');
  await expect(vectors).toHaveCount(5);
  for (const vector of await vectors.all())
    expect((await vector.boundingBox())?.height).toBeGreaterThan(30);
});
