import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import AxeBuilder from '@axe-core/playwright';
import type { Frame, Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { type Kept, type StubApi, scormApi } from '../scorm-api';
import { type Explorer, expect, test } from './fixtures';
import { serveFolder } from './servers';

const inClass = (place: Page | Frame | Explorer['root']) => place.locator('fovea-class');

const address = (settings: string, more = '') =>
  `#view=class&settings=${encodeURIComponent(settings)}${more}`;

const every = 'view:softmax!bug:scale!hand:1!ask:scaling/undivided';

const violations = async (page: Page): Promise<string[]> => {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join()}`);
};

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

const pagesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

/** Types what is missing of the last step of the exercise by hand, as the numbers before it say. */
async function computeAnswer(place: Page | Frame | Explorer['root']): Promise<void> {
  const view = place.locator('fovea-by-hand');
  await view.getByRole('textbox').first().waitFor();
  const numbers = async (step: string) =>
    (await view.locator(`[data-step=${step}] td b`).allTextContents()).map((text) =>
      Number(text.replace('−', '-').replace(',', '.')),
    );
  const [a = 0, b = 0] = await numbers('output');
  const embedding = await numbers('embedding');
  for (const [i, at] of [0, 4].entries()) {
    const right = a * (embedding[at] ?? 0) + b * (embedding[at + 1] ?? 0);
    const field = view.getByRole('textbox').nth(i);
    await field.fill(right.toFixed(2));
    await field.press('Enter');
  }
}

test('a teacher makes a class by keyboard; its link holds it all, and a student does it and hands it in', async ({
  explorer,
  page,
  context,
}) => {
  await context.setOffline(true);
  await page.setViewportSize({ width: 1280, height: 900 });
  const file = pathToFileURL(projectPath('dist/index.html')).href;
  await page.goto(`${file}#view=class`);
  const view = inClass(explorer.root);
  await view.getByRole('textbox', { name: 'Title' }).fill('Week 3');
  await page.keyboard.press('Tab');
  for (const [label, value] of [
    ['View', 'softmax'],
    ['Bug to find', 'scale'],
    ['By hand, blank steps', '1'],
    ['One question for all', 'scaling/undivided'],
  ] as const) {
    await view.getByRole('combobox', { name: label, exact: true }).selectOption(value);
    await view.getByRole('button', { name: `Add (${label})` }).press('Enter');
  }
  await expect(view.locator('.items li')).toHaveCount(4);
  await expect(view.locator('.items li').last()).toContainText('?');
  await view.getByRole('button', { name: /^Remove ?: View/ }).press('Enter');
  await expect(view.locator('.items li')).toHaveCount(3);
  expect(await violations(page)).toEqual([]);
  const link = await view.getByRole('textbox', { name: /^One link for all/ }).inputValue();
  expect(link).not.toContain('make');

  await page.goto('about:blank');
  await page.goto(link);
  await expect(view.getByRole('heading', { name: 'Week 3' })).toBeVisible();
  await view.getByRole('button', { name: 'Begin' }).click();
  await expect(view.getByRole('alert')).toContainText('Type a name or a number first.');
  await view.getByRole('textbox').fill('Ada');
  await page.keyboard.press('Enter');
  // A bug: a wrong guess, then the right one.
  await expect(view.locator('.where')).toContainText('Task 1 of 3');
  const guesses = view.locator('fovea-bench .guesses button');
  await guesses.filter({ hasText: 'axis' }).click();
  await expect(view.locator('.where')).toContainText('not found yet');
  await guesses
    .filter({ hasText: /divided|√|scal/ })
    .first()
    .click();
  await expect(view.locator('.where')).toContainText('found');
  await expect(view.locator('fovea-bench nav')).toHaveCount(0);
  await view.getByRole('button', { name: 'Next task' }).click();
  await computeAnswer(explorer.root);
  await expect(view.locator('.where')).toContainText('2 of 2 numbers right');
  await expect.poll(() => decodeURIComponent(page.url())).toMatch(/said=[^,]*!-?\d+\.\d+;/);
  await page.reload();
  await expect(view.locator('.where')).toContainText('2 of 2 numbers right');
  await view.getByRole('button', { name: 'Next task' }).click();
  const question = view.locator('fovea-practice');
  await question.locator('.options').first().getByRole('button', { name: 'over more' }).click();
  await expect(question.locator('.verdict')).toContainText('Not this time.');
  // What a question opens is left by the browser's way back.
  await question.getByRole('button', { name: 'See the number' }).click();
  await expect.poll(() => page.url()).toContain('view=scale');
  await page.goBack();
  await expect(question.locator('.verdict')).toBeVisible();
  await view.getByRole('button', { name: 'Go to the end' }).click();
  await expect(view).toContainText('67 of 100 points');
  const field = view.getByRole('textbox', { name: /Copy this text/ });
  // Answers are in the words of their questions, once these are computed.
  await expect(field).toHaveValue(/: missed \(over more\)\n/);
  const handed = await field.inputValue();
  expect(handed).toMatch(
    /^Week 3\nAda\n67 of 100 points\n1\. A bug to find: found \(.*axis; the scores are not divided by √dₖ\)\n2\./,
  );
  // Where the browser lets no page copy, as over plain HTTP, the text is selected.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
  });
  await view.getByRole('button', { name: 'Copy the text' }).click();
  await expect(view.getByRole('button', { name: 'Selected: copy it yourself' })).toBeVisible();
  expect(await field.evaluate((area: HTMLTextAreaElement) => area.selectionEnd)).toBe(
    handed.length,
  );
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => {} } });
  });
  await view.getByRole('button', { name: /copy it yourself/ }).click();
  await expect(view.getByRole('button', { name: 'Copied' })).toBeVisible();
  const back = handed.split('\n').at(-1) ?? '';
  await page.goto('about:blank');
  await page.goto(back);
  await expect(view).toContainText('67 of 100 points');
  expect(explorer.complaints).toEqual([]);
});

test('a link that cannot be read says why, and what would be right', async ({
  explorer,
  site,
  page,
}) => {
  await page.goto(`${site.origin}/${address('do=hand:40!dance:1')}`);
  const alert = inClass(explorer.root).getByRole('alert');
  await expect(alert).toContainText('An exercise by hand has 0 to 12 blank steps, not “40”.');
  await expect(alert).toContainText('A task is written view:softmax');
  await inClass(explorer.root).getByRole('button', { name: 'Make a class' }).click();
  await expect(inClass(explorer.root)).toContainText('Nothing is chosen yet.');
});

test('on a telephone, in German and in the dark; nothing tells an answer before the guess @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.origin}/${address('', '&lang=de')}`);
  const view = inClass(explorer.root);
  await expect(view).toContainText('Eine Klasse ohne Konto');
  expect(await overflow(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await page.goto(`${site.origin}/${address(`do=${every},name=3,at=1`, '&lang=de')}`);
  await expect(view).toContainText('Aufgabe 1 von 4');
  for (const at of [1, 2, 3, 4]) {
    await expect(view.locator('.where').first()).toContainText(`Aufgabe ${at} von 4`);
    await expect(view).not.toContainText('Loading');
    expect(await overflow(page)).toBe(0);
    if (at < 4) await view.getByRole('button', { name: 'Nächste Aufgabe' }).click();
  }
  const question = view.locator('fovea-practice');
  await expect(question.locator('.option')).toHaveCount(3);
  const shown = await question.evaluate((element) => element.shadowRoot?.innerHTML ?? '');
  expect(shown).not.toMatch(/class="[^"]*\bright\b|verdict|aria-pressed="true"/);
  expect(await violations(page)).toEqual([]);
  await view.getByRole('button', { name: 'Zum Schluss' }).click();
  await expect(view).toContainText('4 Aufgaben sind noch nicht fertig.');
  expect(await violations(page)).toEqual([]);
});

test('sheets for a class, each with other sentences, and their keys at the end, on A4 and Letter', async ({
  explorer,
  site,
  page,
}) => {
  const settings = 'do=hand:6!ask:scaling:2!bug:scale,sheet=1,copies=2';
  await page.goto(`${site.origin}/${address(settings)}`);
  const view = inClass(explorer.root);
  await expect(view.getByRole('button', { name: 'Print' })).toBeEnabled({ timeout: 20_000 });
  await expect(view.locator('.paper')).toHaveCount(4);
  await expect(view.locator('.paper.key')).toHaveCount(2);
  const asks = await view.locator('fovea-by-hand .asks').allTextContents();
  expect(new Set(asks).size).toBe(2);
  expect(asks[0]).toBe(asks[2]);
  await expect(view.locator('.paper:not(.key) .right, .paper:not(.key) .verdict')).toHaveCount(0);
  await expect(view.locator('.paper.key').first()).toContainText(/2\. ?|[A-D]: /);
  const margin = { top: '12mm', bottom: '12mm', left: '12mm', right: '12mm' };
  for (const format of ['A4', 'Letter']) {
    const count = pagesOf(await page.pdf({ format, margin }));
    expect(count, format).toBeGreaterThanOrEqual(8);
    expect(count, format).toBeLessThanOrEqual(14);
  }
});

/** The package as a teacher saves it, as a folder. */
async function savedPackage(explorer: Explorer, page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/${address(`title=Week%203,do=hand:1!ask:scaling/undivided,make=1`)}`);
  const download = page.waitForEvent('download', { timeout: 60_000 });
  await inClass(explorer.root).getByRole('button', { name: 'SCORM package' }).click();
  const files = unzipSync(readFileSync(await (await download).path()));
  const folder = mkdtempSync(join(tmpdir(), 'fovea-scorm-'));
  mkdirSync(join(folder, 'course'));
  for (const [name, bytes] of Object.entries(files))
    writeFileSync(join(folder, 'course', name), bytes);
  return folder;
}

/** A platform's page: the API, and the activity in a frame that is as high as it says. */
const platform = (api: string) => `<!doctype html><html lang="en"><title>Course</title>
<script>${api}</script>
<iframe title="Activity" src="course/index.html" style="width: 100%; border: 0"></iframe>
<script>addEventListener('message', ({ data }) => {
  if (data.type === 'fovea-height') document.querySelector('iframe').style.height = data.height + 'px';
})</script></html>`;

test('a package reports to a platform that keeps to SCORM 1.2, goes on where it was left, and works without one @thorough', async ({
  explorer,
  site,
  page,
}) => {
  const folder = await savedPackage(explorer, page, site.origin);
  const course = await serveFolder(folder, {});
  const api = (kept: Kept) => `window.API = (${scormApi})(${JSON.stringify(kept)})`;
  const open = async (name: string, script: string) => {
    writeFileSync(join(folder, name), platform(script));
    await page.goto(`${course.origin}/${name}`);
    const frame = page.frame({ url: /course\/index\.html/ });
    if (!frame) throw new Error('there is no frame');
    return frame;
  };
  const kept = async () =>
    await page.evaluate(() => ({ ...(globalThis as never as { API: StubApi }).API.kept }));
  const log = () => page.evaluate(() => (globalThis as never as { API: StubApi }).API.log);

  const frame = await open('first.html', api({}));
  const view = inClass(frame);
  // The platform knows who it is.
  await view.getByRole('button', { name: 'Begin' }).click();
  await computeAnswer(frame as unknown as Page);
  await expect(view.locator('.where').first()).toContainText('2 of 2 numbers right');
  await expect.poll(async () => (await kept())['cmi.core.score.raw']).toBe('50');
  expect((await kept())['cmi.core.lesson_status']).toBe('incomplete');
  expect((await log())[0]).toBe('LMSInitialize()');
  // The frame is as high as the figure.
  const heights = () =>
    frame.evaluate(() => [document.documentElement.scrollHeight, innerHeight] as const);
  await expect
    .poll(async () => {
      const [a, b] = await heights();
      return a - b;
    })
    .toBeLessThanOrEqual(1);
  const before = await kept();
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  await expect.poll(async () => (await log()).at(-1)).toBe('LMSFinish()');
  const left = await kept();
  expect(left['cmi.core.exit']).toBe('suspend');
  expect(left['cmi.suspend_data']).toBe(before['cmi.suspend_data']);

  const again = await open('again.html', api(left));
  const later = inClass(again);
  await expect(later.locator('.where').first()).toContainText('2 of 2 numbers right');
  await later.getByRole('button', { name: 'Next task' }).click();
  await later.locator('fovea-practice .option').filter({ hasText: 'over fewer' }).click();
  await expect.poll(async () => (await kept())['cmi.core.lesson_status']).toBe('completed');
  expect((await kept())['cmi.core.score.raw']).toBe('100');
  // A view that a question opens is left by the page's own way back.
  await later.getByRole('button', { name: 'See the number' }).click();
  await again.getByRole('button', { name: 'Back to the questions' }).click();
  await expect(later.locator('fovea-practice .verdict')).toBeVisible();
  await expect(again.getByRole('button', { name: 'Back to the questions' })).toBeHidden();

  const alone = await open('none.html', '');
  await expect(inClass(alone)).toContainText('No learning platform was found');
  await inClass(alone).getByRole('textbox').fill('5');
  await inClass(alone).getByRole('button', { name: 'Begin' }).click();
  await expect(inClass(alone).locator('.where').first()).toContainText('Task 1 of 2');
  await course.close();
  rmSync(folder, { recursive: true });
  expect(explorer.complaints).toEqual([]);
});
