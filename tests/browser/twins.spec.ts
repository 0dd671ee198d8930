import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { type Explorer, expect, test } from './fixtures';
import { modelPath, type NativeTrace, nativeTrace } from './native-trace';
import { servePage } from './servers';
import { eventually, expectNumbers } from './stage-numbers';

const tired = "The animal didn't cross the street because it was too tired";
const wide = "The animal didn't cross the street because it was too wide";
const word = 7;

const cell = ({ root }: Explorer, label: RegExp): Locator =>
  root.getByRole('button', { name: label });

/** Once every copy of the map has been run. */
const isWhole = (root: Locator) =>
  expect(
    root.locator('[role=group][aria-label="copies"] button:not([aria-label*="of the way"])'),
  ).toHaveCount(0);

async function open(explorer: Explorer, address: string): Promise<void> {
  await explorer.return();
  await explorer.page.goto(address);
  await explorer.root.locator('[role=group][aria-label="copies"] button').first().waitFor();
  await isWhole(explorer.root);
}

/** The logits of two pieces at “it”, as a difference. */
function odds(trace: NativeTrace, [from, to]: readonly [number, number]): number {
  const logits = trace.row('logits', word);
  return (logits[from] ?? 0) - (logits[to] ?? 0);
}

const bestOf = (trace: NativeTrace): number => {
  const logits = trace.row('logits', word);
  return logits.indexOf(Math.max(...logits));
};

function probability(trace: NativeTrace, id: number): number {
  const logits = trace.row('logits', word);
  return 1 / logits.reduce((sum, each) => sum + Math.exp(each - (logits[id] ?? 0)), 0);
}

test('the map of copies is what the program computes with the same changes', async ({
  explorer,
  site,
}) => {
  await open(explorer, `${site.origin}/#view=twins&layer=2&head=1`);
  const [upper, lower] = [nativeTrace(tired), nativeTrace(wide)];
  const pair = [bestOf(upper), bestOf(lower)] as const;
  const copies = [
    { tensor: 'layers.0.feedForward.norm', place: '', token: 1, from: 0, to: 128 },
    { tensor: 'layers.1.feedForward.norm', place: '', token: 7, from: 0, to: 128 },
    { tensor: 'layers.2.feedForward.norm', place: '', token: 7, from: 0, to: 128 },
    { tensor: 'layers.1.attention.heads', place: ' 4', token: 7, from: 64, to: 80 },
  ];
  for (const { tensor, place, token, from, to } of copies) {
    const values = lower.row(tensor, token).slice(from, to);
    const change = `${tensor}[${token},${from}:${to}]=${values.join()}`;
    const patched = nativeTrace(tired, modelPath, ['--set', change]);
    const way = odds(lower, pair) - odds(upper, pair);
    const share = (odds(patched, pair) - odds(upper, pair)) / way;
    const shown = explorer.root.locator(
      `text[data-tensor="copy ${tensor}${place}"][data-token="${token}"]`,
    );
    await eventually(async () => expectNumbers([(await shown.textContent()) ?? ''], [share]));
  }
  const reading = await explorer.numbers('reading lower');
  expectNumbers([reading[0]?.split(' ')[1] ?? ''], [probability(lower, pair[1])]);
});

test('a cell opens its run: arches, prediction, address, and the way back @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await open(explorer, `${site.origin}/#view=twins&layer=2&head=1`);
  const { root } = explorer;
  const reads = (side: string) => root.locator(`text[data-tensor="reading ${side}"]`);
  await expect(reads('upper')).toHaveText(/^animal /);
  const before = await reads('upper').textContent();
  await cell(explorer, /^Copy “it”, after layer 3/).click();
  await expect(reads('upper')).toHaveText(/^street /);
  const lower = nativeTrace(wide);
  const values = lower.row('layers.2.feedForward.norm', word).join();
  const change = `layers.2.feedForward.norm[${word},:]=${values}`;
  const patched = nativeTrace(tired, modelPath, ['--set', change]);
  await eventually(async () => {
    const [, shown = ''] = ((await reads('upper').textContent()) ?? '').split(' ');
    expectNumbers([shown], [probability(patched, bestOf(patched))]);
  });
  await expect(root.locator('.ledger')).toContainText('“it”, after layer 3, copied from the other');
  await expect.poll(() => new URL(page.url()).hash).toContain('change=layers.2.feedForward.norm');
  expect(page.url().length).toBeLessThan(300);
  await page.reload();
  await expect(reads('upper')).toHaveText(/^street /);
  await page.keyboard.press('0');
  await expect(reads('upper')).toHaveText(before ?? '');
  await page.keyboard.press('z');
  await expect(reads('upper')).toHaveText(/^street /);
  expect(explorer.complaints).toEqual([]);
});

test('the other direction, another pair, another sentence @thorough', async ({
  explorer,
  site,
}) => {
  await open(explorer, `${site.origin}/#view=twins`);
  const { root } = explorer;
  await explorer.button(/swap the two/).click();
  await expect(root.locator('text[data-tensor="reading upper"]')).toHaveText(/^street /);
  await expect(root.getByRole('textbox', { name: 'The lower sentence' })).toHaveValue(tired);
  const ends = () =>
    Promise.all(
      ['From', 'To'].map((name) => root.getByRole('combobox', { name, exact: true }).inputValue()),
    );
  await expect.poll(ends).toEqual(['street', 'animal']);
  await root.getByRole('combobox', { name: 'From', exact: true }).selectOption('animal');
  await expect.poll(ends).toEqual(['animal', 'street']);
  const field = root.getByRole('textbox', { name: 'The lower sentence' });
  await field.fill('dog bites man');
  await field.press('Enter');
  await expect(root.locator('.told')).toContainText('has 3 tokens, the upper one 11');
});

for (const view of ['twins', 'decoder', 'cross-attention'])
  test(`the sentence of ${view} is whole on a phone`, async ({ page, site, explorer }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await explorer.return();
    await page.goto(`${site.origin}/#view=${view}`);
    const field = explorer.root.locator('main').getByRole('textbox').first();
    await expect(field).toHaveValue(/\S/);
    const hidden = await field.evaluate((box) => [
      box.scrollWidth - box.clientWidth,
      box.scrollHeight - box.clientHeight,
    ]);
    expect(Math.max(...hidden)).toBeLessThanOrEqual(1);
  });

test('every word is tried in a place; one that turns it becomes the twin @thorough', async ({
  explorer,
  site,
}) => {
  await open(explorer, `${site.origin}/#view=twins`);
  const { root } = explorer;
  const place = root.getByRole('combobox', { name: /What would have to change/ });
  await place.selectOption('“tired”');
  const found = root.getByRole('list', { name: /Words that turn it/ }).getByRole('button');
  const first = found.first();
  await expect(first).toHaveText(/^\s*\S+ → street \.\d+/);
  await expect(root.getByRole('progressbar', { name: 'Words tried' })).toBeVisible();
  const word = ((await first.textContent()) ?? '').trim().split(' ')[0];
  // Better ones may be found meanwhile.
  await found.filter({ hasText: `${word} →` }).click();
  const field = root.getByRole('textbox', { name: 'The lower sentence' });
  await expect(field).toHaveValue(tired.replace('tired', word ?? ''));
  await expect(root.locator('text[data-tensor="reading lower"]')).toHaveText(/^street /);
  expect(await findings(explorer.page)).toEqual([]);
  // Until then the search may have come to its end.
  await explorer.button(/^(cancel|close)$/).click();
  await expect(found).toHaveCount(0);
  expect(explorer.complaints).toEqual([]);
});

test('arrow keys go about the map, which is one tab stop', async ({ explorer, site, page }) => {
  await open(explorer, `${site.origin}/#view=twins&layer=2`);
  const map = explorer.root.getByRole('group', { name: 'copies' });
  await expect(map.locator('button[tabindex="0"]')).toHaveCount(1);
  await map.locator('button[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const focused = explorer.root.locator('button:focus');
  await expect(focused).toHaveAttribute('aria-label', /^Copy “animal”, after layer 1: /);
  await page.keyboard.press('Enter');
  await expect(focused).toHaveAttribute('aria-pressed', 'true');
  await expect(explorer.root.locator('.ledger')).toContainText('“animal”, after layer 1');
});

async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

for (const [width, colorScheme] of [
  [320, 'light'],
  [620, 'dark'],
] as const)
  test(`good alone, ${width} px, ${colorScheme} @thorough`, async ({ scripts, page }) => {
    const copy = 'layers.1.feedForward.norm[7,:]=other';
    const site = await servePage(`<!doctype html><html lang="en"><title>A post</title><main>
        <h1>A post</h1><fovea-encoder view="twins" layer="2" change="${copy}" theme="${colorScheme}"></fovea-encoder>
        </main><script src="${scripts.origin}/fovea.js"></script></html>`);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: width + 16, height: 800 });
    await page.goto(site.origin);
    const figure = page.locator('fovea-encoder');
    await expect(figure.locator('figcaption')).toContainText('With “it” copied (after layer 2)');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width + 16,
    );
    expect(await findings(page)).toEqual([]);
    await site.close();
  });
