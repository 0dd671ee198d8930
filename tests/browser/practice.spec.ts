import { pathToFileURL } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { bank } from '../../web/src/views/practice/concepts';
import { type Explorer, expect, test } from './fixtures';

const practice = (explorer: Explorer) => explorer.root.locator('fovea-practice');
const options = (explorer: Explorer) =>
  practice(explorer).locator('.options').first().getByRole('button');

const violations = async (page: Page): Promise<string[]> => {
  const found = await new AxeBuilder({ page }).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join()}`);
};

test('a stranger has finished a question after two presses, in a file from a disk without a network', async ({
  explorer,
  page,
  context,
}) => {
  await context.setOffline(true);
  await page.goto(pathToFileURL(projectPath('dist/index.html')).href);
  await explorer.root.getByRole('button', { name: 'Practice' }).click();
  await options(explorer).first().click();
  await expect(practice(explorer).locator('.verdict')).toContainText(/Right\.|Not this time\./);
  expect(explorer.complaints).toEqual([]);
});

test('nothing tells the answer before the guess; then a verdict, a number, and a reason to choose', async ({
  explorer,
  site,
  page,
}) => {
  const set = 'scaling/undivided!mean/mix';
  await page.goto(`${site.origin}/#view=practice&settings=set%3D${encodeURIComponent(set)}`);
  await expect(options(explorer)).toHaveCount(3);
  const shown = await practice(explorer).evaluate((element) => element.shadowRoot?.innerHTML ?? '');
  expect(shown).not.toMatch(
    /class="[^"]*\bright\b|verdict|bits with the division|aria-pressed="true"/,
  );
  await options(explorer).filter({ hasText: 'over more' }).click();
  const verdict = practice(explorer).locator('.verdict');
  await expect(verdict).toContainText('If all scores are larger, all words get more.');
  await expect(verdict).toContainText(/Rows average \d\.\d+ bits with the division/);
  await expect(options(explorer).filter({ hasText: 'over fewer' })).toContainText('right');
  // The focus stays in the question, and the address holds the answer.
  expect(
    await practice(explorer).evaluate((element) => element.shadowRoot?.activeElement?.className),
  ).toBe('practice');
  await expect.poll(() => decodeURIComponent(page.url())).toContain('said=more:w');
  expect(await violations(page)).toEqual([]);
  await practice(explorer).locator('.reason').getByRole('button').first().click();
  await expect(practice(explorer).locator('.reason')).toContainText('explains it');
  await practice(explorer).getByRole('button', { name: 'See the number' }).click();
  await expect.poll(() => page.url()).toContain('view=scale');
  await page.goBack();
  await expect(verdict).toBeVisible();
  await page.reload();
  await expect(verdict).toBeVisible();
});

test('a sitting by keyboard, on a telephone, in German and in the dark; what is kept can be erased @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.origin}/#view=practice&lang=de`);
  const on = practice(explorer).locator('.on');
  for (let i = 0; i < 5; i++) {
    await expect(practice(explorer).locator('.where')).toContainText(`Frage ${i + 1} von 5`);
    await options(explorer).first().focus();
    await page.keyboard.press('Enter');
    await expect(practice(explorer).locator('.verdict')).not.toContainText(/The|Right/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await on.focus();
    await page.keyboard.press('Enter');
  }
  await expect(practice(explorer)).toContainText(/\d von 5 richtig/);
  expect(await violations(page)).toEqual([]);
  const kept = () => page.evaluate(() => localStorage.getItem('fovea-practice'));
  expect(Object.keys(JSON.parse((await kept()) ?? '{}').memories)).toHaveLength(5);
  await practice(explorer).getByRole('button', { name: 'Alles löschen' }).click();
  expect(await kept()).toBeNull();
});

/** All that stands on the page, shadow roots included. */
const wholePage = (page: Page) =>
  page.evaluate(() => {
    const inside = (root: Document | ShadowRoot | Element): string =>
      [...root.querySelectorAll('*')]
        .flatMap((element) => [
          element.outerHTML,
          ...(element.shadowRoot ? [inside(element.shadowRoot)] : []),
        ])
        .join('\n');
    return inside(document);
  });

test('no question of the bank tells its answer anywhere on the page before the guess @thorough', async ({
  explorer,
  site,
  page,
}) => {
  test.setTimeout(240_000);
  expect(bank.length).toBeGreaterThanOrEqual(80);
  for (const { id } of bank) {
    await page.goto(`${site.origin}/#view=practice&settings=set%3D${encodeURIComponent(id)}`);
    await expect(practice(explorer).locator('.asks'), id).toBeVisible();
    const before = await wholePage(page);
    expect(before, id).not.toMatch(/class="[^"]*\b(?:right|own|verdict|reason)\b/);
    expect(before, id).not.toContain('aria-pressed="true"');
    await options(explorer).first().click();
    const why = await practice(explorer).locator('.verdict p').first().textContent();
    const said = (why ?? '').replace(
      /^(?:Right\.|Not this time\.)\s*(?:The idea behind that answer: “[^”]*”)?\s*/,
      '',
    );
    expect(said.length, id).toBeGreaterThan(20);
    expect(before, id).not.toContain(said);
    expect(await practice(explorer).locator('.option.right').count(), id).toBeGreaterThan(0);
    await page.goto('about:blank');
  }
});

test('a link from before there were classes still opens, and is handed in', async ({
  explorer,
  site,
  page,
}) => {
  const settings = 'set=softmax/shift!mean/mix,seed=7,class=1';
  await page.goto(`${site.origin}/#view=practice&settings=${encodeURIComponent(settings)}`);
  for (const at of [1, 2]) {
    await expect(practice(explorer).locator('.where')).toContainText(`Question ${at} of 2`);
    await options(explorer).first().click();
    await practice(explorer).locator('.on').click();
  }
  await expect(practice(explorer).getByRole('textbox', { name: /Copy this text/ })).toHaveValue(
    /of 2 right\.[\s\S]*view=practice/,
  );
  expect(await page.evaluate(() => localStorage.getItem('fovea-practice'))).toBeNull();
});
