import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { type Explorer, expect, test } from './fixtures';
import { nativeTrace } from './native-trace';
import { servePage } from './servers';
import { compareFormulas, eventually } from './stage-numbers';
import { meaning } from './written-number';

/** At once: a view on its way out would stand beside the next. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const sentence = "The animal didn't cross the street because it was too tired";
const it = 7;

const steps = [
  'tokens',
  'embedding',
  'position',
  'projections',
  'concat',
  'output',
  'attention-norm',
  'expand',
  'activate',
  'compress',
  'feed-forward-norm',
  'stack',
  'prediction',
];
const pictures = ['block', 'heatmap', 'heads'];

const stage = ({ root }: Explorer): Locator => root.locator('figure.step');
const inspector = ({ root }: Explorer): Locator => root.locator('.why.beneath');

/** Opens an address in the explorer whose stage is a step, and waits for its words to stand there. */
async function openStep(explorer: Explorer, origin: string, hash: string): Promise<void> {
  await explorer.page.goto(`${origin}/#${hash}`);
  await expect(stage(explorer).locator('figcaption')).toHaveText(/\S/);
}

/** Waits until the step has unfolded: till then it is translucent, and its contrasts are not its own. */
const unfolded = ({ root }: Explorer): Promise<unknown> =>
  root
    .locator('.view')
    .evaluate((view) => Promise.all(view.getAnimations().map(({ finished }) => finished)));

/** What axe finds in the stage, and why: the page around it has tests of its own. */
async function findings({ page }: Explorer): Promise<string[]> {
  const stage = { fromShadowDom: ['fovea-explorer', '.view'] as [string, string] };
  const { violations } = await new AxeBuilder({ page }).include(stage).analyze();
  const told = violations.flatMap(({ id, nodes }) => nodes.map((node) => ({ id, ...node })));
  return told.map(({ id, html, failureSummary }) => `${id}: ${html} ${failureSummary}`);
}

for (const views of [steps.slice(0, 6), steps.slice(6), pictures]) {
  test(`${views} open by their address, and axe finds nothing @thorough`, async ({
    explorer,
    site,
  }) => {
    test.slow();
    for (const view of views) {
      await openStep(explorer, site.origin, `view=${view}`);
      await expect(stage(explorer), view).toHaveAttribute('data-view', view);
      await expect(stage(explorer).locator('canvas, button').first()).toBeVisible();
      await unfolded(explorer);
      expect(await findings(explorer), view).toEqual([]);
    }
    expect(explorer.complaints).toEqual([]);
  });
}

test('the timeline leads through every step, both ways', async ({ explorer, site }) => {
  await explorer.page.emulateMedia({ reducedMotion: 'reduce' });
  await openStep(explorer, site.origin, 'view=tokens');
  const names: string[] = [];
  for (const _ of [...Array(16).keys()]) {
    await explorer.page.keyboard.press('ArrowRight');
    await expect
      .poll(() => explorer.slider().getAttribute('aria-valuenow'))
      .toBe(String(names.length + 2));
    names.push((await explorer.slider().getAttribute('aria-valuetext')) ?? '');
  }
  expect(names).toEqual([
    ...['embedding', 'position', 'Q K V', 'scores', 'scale', 'softmax', 'sum', 'heads'],
    ...['output', 'add & norm', 'expand', 'activate', 'compress', 'add & norm', 'stack'],
    'prediction',
  ]);
  await explorer.page.keyboard.press('ArrowLeft');
  await expect(explorer.slider()).toHaveAttribute('aria-valuetext', 'stack');
});

test('a number is asked why by keyboard, back to the embedding table and forth', async ({
  explorer,
  site,
}) => {
  await openStep(explorer, site.origin, 'view=projections&layer=1&head=1');
  const query = stage(explorer).getByRole('slider', { name: /: query\b/ });
  await query.focus();
  await query.press('Home');
  await query.press('ArrowRight');
  await query.press('Enter');
  const value = nativeTrace(sentence).row('layers.0.attention.query', it)[1] ?? 0;
  const written = (x: number) => x.toFixed(3).replace('-', '−');
  await expect(inspector(explorer).locator('h2')).toHaveText(`Why ${written(value)}?`);

  const operand = inspector(explorer).locator('button.operand').first();
  for (const what of ['layer 1', 'embedding of', 'id of']) {
    await operand.press('Enter');
    await expect(inspector(explorer).locator('.name')).toContainText(what);
  }
  await expect(inspector(explorer)).toContainText('The trail ends here');
  await inspector(explorer).locator('.trail button').first().press('Enter');
  await expect(inspector(explorer).locator('h2')).toHaveText(`Why ${written(value)}?`);
  await explorer.page.keyboard.press('Escape');
  await expect(inspector(explorer)).toHaveCount(0);
});

test('an address opens the same answer', async ({ explorer, site }) => {
  const cells = 'layers.2.attention.weights:2,8,2~layers.2.attention.scores:2,8,2';
  await openStep(explorer, site.origin, `view=heatmap&cell=${encodeURIComponent(cells)}`);
  const score = nativeTrace(sentence).row('layers.1.attention.scores', 1, it)[1] ?? 0;
  expect(score).not.toBe(0);
  await expect(inspector(explorer).locator('.trail li')).toHaveCount(2);
  await expect(inspector(explorer).locator('.terms li')).toHaveCount(16);
});

test('a part of the block opens its step, and the matrix shows the core’s weights', async ({
  explorer,
  site,
}) => {
  await openStep(explorer, site.origin, 'view=block');
  await stage(explorer)
    .getByRole('button', { name: /^all heads: open the step/ })
    .click();
  await expect(explorer.slider()).toHaveAttribute('aria-valuetext', 'heads');

  await openStep(explorer, site.origin, 'view=heatmap&layer=3&head=2');
  const weights = nativeTrace(sentence).row('layers.2.attention.weights', 1, it);
  const best = weights.indexOf(Math.max(...weights));
  await expect(stage(explorer).locator('figcaption')).toContainText(
    sentence.split(' ')[best] ?? '',
  );
});

/** Views with a formula below them. */
const computed = [...steps.slice(1), 'heatmap'];

test('each step writes its formula twice, and its numbers are the picture’s', async ({
  explorer,
  site,
}) => {
  test.slow();
  const trace = nativeTrace(sentence);
  for (const view of computed) {
    await openStep(explorer, site.origin, `view=${view}&layer=2`);
    await expect(stage(explorer)).toHaveAttribute('data-view', view);
    await compareFormulas(explorer, trace, it);
  }
  expect(explorer.complaints).toEqual([]);
});

test('a term of the formula and its tensor light each other up, by pointer and by keyboard', async ({
  explorer,
  site,
  page,
}) => {
  await openStep(explorer, site.origin, 'view=output&layer=1');
  const strip = stage(explorer).getByRole('slider', { name: /: mixed values/ });
  const result = stage(explorer).getByRole('slider', { name: /attention output/ });
  const term = explorer.root.locator('.symbols [data-of="layers.0.attention.heads"]');
  for (const look of [() => term.hover(), () => term.focus()]) {
    await look();
    await expect(result).toHaveCSS('opacity', '0.25');
    await expect(strip).toHaveCSS('opacity', '1');
    await page.mouse.move(0, 0);
    await explorer.button('Play').focus();
    await expect(result).toHaveCSS('opacity', '1');
  }
  await strip.hover();
  await expect(term).toHaveClass(/lit/);
});

test('a term in the attention figure lights up what it stands for, by pointer and by keyboard', async ({
  explorer,
  site,
  page,
}) => {
  await page.goto(`${site.origin}/#view=attention&time=8`);
  const figure = explorer.root.locator('.figure');
  const [value, weight] = ['value', 'weight'].map((role) =>
    figure.locator(`.mark[data-role="${role}"]`).first(),
  );
  const term = figure.locator('.gutter .term[data-role="value"]');
  for (const look of [() => term.hover(), () => term.focus()]) {
    await look();
    await expect(weight as Locator).toHaveCSS('opacity', '0.35');
    await expect(value as Locator).not.toHaveCSS('opacity', '0.35');
    await page.mouse.move(0, 0);
    await explorer.button('Play').focus();
    await expect(weight as Locator).not.toHaveCSS('opacity', '0.35');
  }
});

test('a table stands behind the canvases, once it is asked for @thorough', async ({
  explorer,
  site,
  page,
}) => {
  await openStep(explorer, site.origin, 'view=heatmap&layer=3&head=2');
  const tables = explorer.root.locator('.tables');
  await expect(tables.getByRole('table')).toHaveCount(0);
  await tables.locator('summary').press('Enter');
  const table = tables.getByRole('table', { name: 'weights of layer 3, head 2' });
  const weights = nativeTrace(sentence).row('layers.2.attention.weights', 1, it);
  const cells = table.getByRole('row', { name: /^it / }).getByRole('cell');
  await expect(cells).toHaveCount(weights.length);
  (await cells.allTextContents()).forEach((text, i) => {
    const [low, high] = meaning(text);
    expect(weights[i]).toBeGreaterThanOrEqual(low);
    expect(weights[i]).toBeLessThanOrEqual(high);
  });
  const { violations } = await new AxeBuilder({ page }).include('fovea-explorer').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await tables.locator('summary').click();
  await expect(tables.getByRole('table')).toHaveCount(0);
});

test('the live region says of each step what its caption says @thorough', async ({
  explorer,
  site,
}) => {
  test.slow();
  const live = explorer.root.locator('.unseen[aria-live]');
  for (const view of [...steps, ...pictures]) {
    await openStep(explorer, site.origin, `view=${view}`);
    const caption = stage(explorer).locator('figcaption');
    await expect(live, view).toHaveText(/^Layer \d\. .*\.$/);
    await expect(caption, view).toHaveText(/\d.*\.\s*$/);
    if (!pictures.includes(view)) await expect(caption, view).toContainText('“it”');
    await eventually(async () => {
      const said = (await caption.textContent())?.trim() ?? '';
      await expect(live, view).toContainText(said, { timeout: 500 });
    });
  }
});

/** How far the page reaches beyond the window. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

for (const width of [320, 900]) {
  test(`each view stands alone in a column of ${width} px @thorough`, async ({ page, scripts }) => {
    test.slow();
    await page.setViewportSize({ width: width + 16, height: 900 });
    const views = [...steps, ...pictures];
    const ofNoLayer = ['tokens', 'embedding', 'position', 'prediction', 'block'];
    const elements = views.map((view) => `<fovea-encoder view="${view}"></fovea-encoder>`);
    const post = await servePage(`<!doctype html><html lang="en"><title>A post</title><body>
      ${elements.join('<p>Text.</p>')}<script src="${scripts.origin}/fovea.js"></script></body>`);
    await page.goto(post.origin);
    for (const view of views) {
      const element = page.locator(`fovea-encoder[view=${view}]`);
      await element.scrollIntoViewIfNeeded();
      await expect(element.locator('figcaption').first(), view).toHaveText(/\S/);
      expect(await overflow(page), view).toBeLessThanOrEqual(0);
      const pickers = ofNoLayer.includes(view) ? 0 : 1;
      await expect(element.getByRole('radiogroup', { name: 'Layer' }), view).toHaveCount(pickers);
    }
    await post.close();
  });
}
