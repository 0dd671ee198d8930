import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { pathOf, publishedFile } from '../wasm/published-files';
import { expect, test, thoroughUnless } from './fixtures';
import { textCollisions } from './text-collisions';

/// Folders as models are published, with small random weights: tests/tools/make_published.py.

const text = 'the animal was too tired';

/** Serves folders of fixtures below the page's own address; what was asked for, in order. */
async function publish(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.route('**/models/**', (route) => {
    const [, name = '', file = ''] = /models\/([^/]+)\/(.*)$/.exec(route.request().url()) ?? [];
    asked.push(file);
    const body = publishedFile(name, file);
    return route.fulfill(
      body ? { body: Buffer.from(body), contentType: 'application/octet-stream' } : { status: 404 },
    );
  });
  return asked;
}

const names = readdirSync(projectPath('tests/fixtures/published'));

const usual = ['distilbert-text', 'roberta-words', 'modernbert-text', 'sentence-mean'];

for (const name of names)
  test(`${name} opens at an address, which a copied link names${thoroughUnless(usual.includes(name))}`, async ({
    explorer,
    site,
    page,
  }) => {
    const asked = await publish(page);
    const hash = new URLSearchParams({ model: `${site.origin}/models/${name}/`, sentence: text });
    await explorer.open(`${site.origin}#${hash}&view=attention`);
    await expect(explorer.root.locator('.model-line')).toContainText(name);
    expect(new Set(asked).size).toBe(asked.length);
    const words = await explorer.words().allTextContents();
    // Some of a word's pieces, as each vocabulary cuts it.
    expect(words.join('').replace(/[\s·]|##/g, '')).toContain('animal');
    await explorer.type('the street was wide');
    await expect(explorer.words().first()).toBeVisible();
    await expect
      .poll(() => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('model'))
      .toBe(`${site.origin}/models/${name}/`);
    await expect(explorer.root.locator('.model-line [role=alert]')).toHaveCount(0);
  });

test('the address names the model with experts, too, and opens it again @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await explorer.return();
  await page.goto(`${site.origin}#view=family&settings=family%3Dmixtral`);
  await explorer.button('Open it in all views').click();
  const line = explorer.root.locator('.model-line');
  await expect(line).toContainText('experts');
  const modelOf = () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('model');
  await expect.poll(modelOf).toBe('experts');
  const copied = page.url();
  await page.goto('about:blank');
  await page.goto(copied);
  await expect(line).toContainText('experts');
  await expect.poll(modelOf).toBe('experts');
});

for (const width of [1280, 390])
  test(`a guess longer than its place is cut off there, at ${width} px @thorough`, async ({
    explorer,
    site,
    page,
  }) => {
    await publish(page);
    await explorer.return();
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const model = `${site.origin}/models/modernbert-words/`;
    for (const view of ['stack', 'prediction', 'film&time=17', 'twins']) {
      const twins = { sentence: text, other: 'the animal was too wide' };
      const hash = new URLSearchParams({ model, ...twins });
      await page.goto('about:blank');
      await page.goto(`${site.origin}#${hash}&view=${view}`);
      await expect(
        explorer.root.getByText('<0xA9>').filter({ visible: true }).first(),
        view,
      ).toBeVisible();
      await expect.poll(() => page.evaluate(textCollisions, 'fovea-explorer'), view).toEqual([]);
    }
  });

/** A folder on the disk, with the folders in it. */
function written(name: string, folder: string): string {
  const files = [
    ...readdirSync(dirname(pathOf(name, 'config.json')), { recursive: true, encoding: 'utf8' }),
    'tokenizer.json',
  ];
  for (const file of files.filter((each) => each.includes('.'))) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, publishedFile(name, file) ?? '');
  }
  return folder;
}

test('a folder is chosen', async ({ explorer, site, page }, info) => {
  await explorer.open(site.origin);
  await explorer.root.locator('.model-menu summary').click();
  const chooser = page.waitForEvent('filechooser');
  await explorer.button('Open a folder…').click();
  await (await chooser).setFiles(written('roberta-span', info.outputPath('roberta-span')));
  await expect(explorer.root.locator('.model-line')).toContainText('roberta-span');
});

test('at first load, Cancel is in sight beside the progress, and the model can be asked for again', async ({
  explorer,
  site,
  page,
}) => {
  await publish(page);
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/sentence-mean/model.safetensors', async (route) => {
    await arrived;
    await route.fallback();
  });
  const hash = new URLSearchParams({
    model: `${site.origin}/models/sentence-mean/`,
    sentence: text,
    view: 'attention',
  });
  await explorer.return();
  await page.goto(`${site.origin}#${hash}`);
  const stage = explorer.root.locator('.loading');
  await expect(stage).toContainText('Loading the model');
  await expect(stage.locator('progress')).toBeInViewport();
  await expect(explorer.root.locator('progress')).toHaveCount(1);
  const cancel = explorer.button('Cancel');
  await expect(cancel).toBeInViewport();
  await cancel.focus();
  await page.keyboard.press('Enter');
  await expect(explorer.root.getByRole('alert')).toContainText('Loading was cancelled.');
  await expect(cancel).toHaveCount(0);
  arrive();
  await explorer.button('Try again').click();
  await expect(explorer.root.locator('.model-line')).toContainText('sentence-mean');
  await expect(explorer.words().first()).toBeVisible();
});

test('an address without a model says what is there', async ({ explorer, site, page }) => {
  await page.route('**/models/none/**', (route) => route.fulfill({ status: 404 }));
  await page.route('**/models/page/**', (route) =>
    route.fulfill({ body: '<!doctype html>', contentType: 'text/html' }),
  );
  for (const [name, says] of [
    ['none', 'There is no config.json at'],
    ['page', 'is a web page, not a file'],
  ]) {
    await page.goto('about:blank');
    await page.goto(`${site.origin}#model=${site.origin}/models/${name}/&sentence=a`);
    await expect(explorer.root.getByRole('alert')).toContainText(says ?? '');
  }
  // Another site's folder, which the page's own policy forbids.
  await page.goto('about:blank');
  await page.goto(`${site.origin}#model=https://elsewhere.example/m/&sentence=a`);
  await expect(explorer.root.getByRole('alert')).toContainText(
    'must allow “connect-src https://elsewhere.example”',
  );
});

test('labels answer, say why, and change where a word is hidden', async ({
  explorer,
  site,
  page,
}) => {
  await publish(page);
  const address = (name: string, view: string) =>
    `${site.origin}#${new URLSearchParams({ model: `${site.origin}/models/${name}/`, sentence: text, view })}`;
  await explorer.return();
  await page.goto(address('bert-text', 'labels'));
  const labels = explorer.root.locator('.bars li');
  await expect(labels).toHaveCount(3);
  await expect(labels.first()).toContainText('calm');
  const shares = await labels.locator('b').allTextContents();
  expect(shares.map((share) => Number.parseInt(share, 10)).reduce((a, b) => a + b)).toBeGreaterThan(
    97,
  );
  const readout = explorer.root.locator('.labels .told');
  const first = await readout.textContent();
  await labels.last().getByRole('button').click();
  await expect(readout).toContainText('sad');
  await explorer.root.locator('.labels .word', { hasText: 'tired' }).click();
  await expect(readout).toContainText('With nothing hidden it has');
  expect(await readout.textContent()).not.toBe(first);
  await page.goto('about:blank');
  await page.goto(address('electra-replaced', 'labels'));
  await expect(explorer.root.locator('.labels .word small').first()).toContainText('%');
});

test('where no head labels anything, the stage says what would, and opens it @thorough', async ({
  explorer,
  site,
  page,
}, info) => {
  await publish(page);
  await explorer.return();
  await page.goto(`${site.origin}#view=labels`);
  const intro = explorer.root.locator('.labels.intro');
  await expect(intro.locator('section')).toHaveCount(4);
  await expect(intro.locator('section').first()).toContainText('animal');
  await intro.getByRole('textbox').fill(`${site.origin}/models/bert-token`);
  await intro.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(explorer.root.locator('.labels .word small').first()).toContainText(/glad|calm|sad/);
  await expect(intro).toHaveCount(0);
  await page.goto('about:blank');
  await page.goto(`${site.origin}#view=labels`);
  const chooser = page.waitForEvent('filechooser');
  await intro.getByRole('button', { name: 'Open a folder…' }).click();
  await (await chooser).setFiles(written('bert-text', info.outputPath('bert-text')));
  await expect(explorer.root.locator('.bars li')).toHaveCount(3);
});

test('sentences are as near as their pairs of words say @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await publish(page);
  const hash = new URLSearchParams({
    model: `${site.origin}/models/sentence-mean/`,
    sentence: text,
    view: 'sentences',
  });
  await explorer.return();
  await page.goto(`${site.origin}#${hash}`);
  const field = explorer.root.getByRole('textbox', { name: 'One sentence per line' });
  await field.fill('the animal was tired\nit was wide\nthe street');
  await field.blur();
  await expect(explorer.root.locator('.cosines button')).toHaveCount(3);
  await explorer.root.locator('.cosines button').last().click();
  const number = (said: string | null) => Number((said ?? '').replace('−', '-'));
  const parts = (await explorer.root.locator('.parts td.cell').allTextContents()).map(number);
  const cosine = number(await explorer.root.locator('.cosines button').last().textContent());
  expect(Math.abs(parts.reduce((a, b) => a + b) - cosine)).toBeLessThan(
    0.005 + 0.0005 * parts.length,
  );
  // The page's own model has no way to pool: it says so.
  await page.goto('about:blank');
  await page.goto(`${site.origin}#view=sentences&sentence=a+dog+sleeps`);
  await expect(explorer.root.locator('figcaption')).toContainText(
    'was not trained to turn sentences',
  );
});

test('a circuit explains a label, and heads are measured, of a folder that classifies @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await publish(page);
  const model = `${site.origin}/models/distilbert-text/`;
  const other = 'the tired was too animal';
  const hash = new URLSearchParams({ model, sentence: text, other });
  await explorer.open(`${site.origin}#${hash}&view=attention`);
  const show = (view: string) =>
    page.evaluate((name) => {
      location.hash = `${location.hash.replace(/&(view|settings)=[^&]*/g, '')}&view=${name}`;
    }, view);
  await show('circuit');
  const circuit = explorer.root.locator('fovea-circuit');
  await circuit.locator('.guess').first().click();
  await expect(circuit.locator('.nodes .node.on')).not.toHaveCount(0);
  await expect(circuit.locator('figcaption')).toContainText(/of the difference in “\w+” is left/);
  const label = circuit.locator('select', { hasText: 'the likeliest label' });
  await label.selectOption({ index: 1 });
  await expect(circuit.locator('.guess').first()).toBeVisible();
  await show('corpus');
  const corpus = explorer.root.locator('fovea-corpus');
  await corpus.locator('.guess').first().click();
  await corpus.locator('.card').first().click();
  await expect(corpus.locator('.detail .arched')).toHaveCount(8);
  await expect(corpus.locator('.detail .arched .word').first()).not.toHaveText(/^Ġ|▁/);
  expect(explorer.complaints).toEqual([]);
});
