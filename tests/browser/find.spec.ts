import { namedViews } from '../../scripts/lib/views.mjs';
import { forty } from '../forty-questions';
import { expect, test } from './fixtures';

/** What the list calls each view: its question, or a step's title. */
const titles = new Map(namedViews().map(({ id, question, title }) => [id, question ?? title]));

// After the last letter it is one press: Enter, or one of the next two hits.
test('from the first page a question in anybody’s words opens the figure that answers it @thorough', async ({
  explorer,
  site,
  page,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(site.origin);
  const { root } = explorer;
  const first = root.getByRole('button', { name: 'Start the tour' });
  for (const [question, ...wanted] of forty) {
    await expect(first, question).toBeVisible();
    await page.keyboard.press('/');
    await expect(root.getByRole('searchbox', { name: 'Your question' })).toBeFocused();
    await page.keyboard.type(question);
    const hits = root.locator('.find li').filter({ visible: true });
    const shown = (await hits.locator('b').allTextContents()).slice(0, 3);
    const named = wanted.map((view) => titles.get(view));
    const at = shown.findIndex((title) => named.includes(title));
    expect(at, `${question}: ${shown.join(', ')}`).toBeGreaterThanOrEqual(0);
    if (at === 0) await page.keyboard.press('Enter');
    else await hits.nth(at).getByRole('button').click();
    const view = wanted[named.indexOf(shown[at])];
    await expect(root.locator('dialog.find')).toBeHidden();
    await expect
      .poll(() => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('view'), question)
      .toBe(view);
    await expect(root.locator('.view > *').first(), question).toBeVisible();
    await page.goBack();
  }
  expect(explorer.complaints).toEqual([]);
});
