import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { post, words } from './post';

const column = 560;

/** Where what follows the figure begins. */
const below = (page: Page) =>
  page.locator('#below').evaluate((part) => part.getBoundingClientRect().top);

test('the poster of a reader’s own figure is as high as the figure, so that nothing moves when that is drawn @thorough', async ({
  page,
  site,
  scripts,
  explorer,
}) => {
  await explorer.open(
    `${site.origin}/#view=softmax&token=3&sentence=the+cat+ate+because+it+was+hungry`,
  );
  await explorer.button(/^Embed$/).click();
  await explorer.root.locator('details.poster > summary').click();
  await explorer.root.locator('input.column').fill(String(column));
  await explorer.root.locator('input.column').press('Tab');
  const waiting = page.waitForEvent('download');
  await explorer.button('save the poster as SVG').click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('fovea-poster.svg');
  const svg = readFileSync(await file.path());
  expect(svg.toString()).toMatch(new RegExp(`^<svg[^>]* width="${column}"`));
  const code = await explorer.root.locator('details.poster textarea').inputValue();
  expect(code).toContain('alt="Softmax');

  const body = code
    .replace(/^<script.*?<\/script>/, '')
    .replace('fovea-poster.svg', `data:image/svg+xml;base64,${svg.toString('base64')}`)
    .replace('<fovea-encoder ', '<fovea-encoder id="a" ');
  const host = await post(
    scripts,
    `<div style="width: ${column}px">${body}<p id="below">After it.</p></div>`,
  );
  await page.route('**/fovea.js', (route) => route.abort());
  await page.goto(host.origin);
  const before = await below(page);
  expect(before).toBeGreaterThan(300);
  await page.unroute('**/fovea.js');
  await page.goto(host.origin);
  await expect(words(page, 'a')).toHaveCount(7);
  await page.waitForTimeout(1500);
  expect(Math.abs((await below(page)) - before)).toBeLessThan(8);
});
