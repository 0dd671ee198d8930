import type { Page } from '@playwright/test';
import { strictPolicy } from '../../scripts/lib/static-server.mjs';
import { expect, test } from './fixtures';
import { post, words } from './post';
import { servePage } from './servers';

/** Counts a page's workers, and its listeners on document and window. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counts = { workers: 0, listeners: 0 };
    Object.assign(window, { counts });
    window.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        counts.workers += 1;
      }
      override terminate() {
        counts.workers -= 1;
        super.terminate();
      }
    };
    for (const target of [document, window]) {
      const { addEventListener, removeEventListener } = target;
      target.addEventListener = (...args: Parameters<typeof addEventListener>) => {
        counts.listeners += 1;
        addEventListener.apply(target, args);
      };
      target.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
        counts.listeners -= 1;
        removeEventListener.apply(target, args);
      };
    }
  });
}

interface Counts {
  readonly workers: number;
  readonly listeners: number;
}

const countsOf = (page: Page): Promise<Counts> =>
  page.evaluate(() => ({ ...(window as unknown as { counts: Counts }).counts }));

test('two figures from another origin share one worker', async ({ page, scripts }) => {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  const site = await post(
    scripts,
    `<fovea-encoder id="a"></fovea-encoder>
     <fovea-encoder id="b" sentence="dog bites man" layer="2" head="5" token="dog"></fovea-encoder>`,
  );
  await watch(page);
  await page.goto(site.origin);
  await expect(words(page, 'a')).toHaveCount(11);
  await page.locator('#b').scrollIntoViewIfNeeded();
  await expect(words(page, 'b')).toHaveText(['dog', 'bites', 'man']);
  await expect(words(page, 'b').first()).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('#b').getByRole('radio', { name: 'Layer 2' })).toBeChecked();
  expect((await countsOf(page)).workers).toBe(1);
  expect(complaints).toEqual([]);
  await site.close();
});

test('a page that does not say its encoding gets the same signs', async ({ page, scripts }) => {
  const html = `<!doctype html><title>A post</title><fovea-encoder id="a"></fovea-encoder>
    <script src="${scripts.origin}/fovea.js"></script>`;
  const site = await servePage(html, { 'content-type': 'text/html' });
  await page.goto(site.origin);
  await expect(words(page, 'a')).toHaveCount(11);
  expect(await page.evaluate(() => document.characterSet)).not.toBe('UTF-8');
  await expect(page.locator('#a h2')).toHaveText('Where does “it” look?');
  const negative = page.locator('#a [data-tensor="scores"]').filter({ hasText: /^−\d/ });
  await expect(negative.first()).toBeVisible();
  await site.close();
});

test('it keeps to a strict policy, one that asks for trusted types', async ({ page, scripts }) => {
  const own = strictPolicy.replace("script-src 'self'", `script-src 'self' ${scripts.origin}`);
  const policy = `${own}; require-trusted-types-for 'script'`;
  const site = await post(scripts, '<fovea-encoder id="a"></fovea-encoder>', policy);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(site.origin);
  await expect(words(page, 'a')).toHaveCount(11);
  expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
  await site.close();
});

test('nothing is loaded before the figure is near the screen', async ({ page, scripts }) => {
  const space = '<div style="height: 6000px"></div>';
  const site = await post(scripts, `${space}<fovea-encoder id="a"></fovea-encoder>`);
  await watch(page);
  await page.goto(site.origin);
  await page.waitForTimeout(500);
  expect((await countsOf(page)).workers).toBe(0);
  await page.locator('#a').scrollIntoViewIfNeeded();
  await expect(words(page, 'a')).toHaveCount(11);
  expect((await countsOf(page)).workers).toBe(1);
  await site.close();
});

test('it stands still while it is off the screen, and then goes on @thorough', async ({
  page,
  scripts,
}) => {
  const site = await post(
    scripts,
    '<fovea-encoder id="a"></fovea-encoder><p style="height: 6000px">',
  );
  await page.goto(site.origin);
  await expect(words(page, 'a')).toHaveCount(11);
  const slider = page.locator('#a').getByRole('slider', { name: 'Position in the animation' });
  const time = async () => Number(await slider.getAttribute('aria-valuenow'));
  const end = Number(await slider.getAttribute('aria-valuemax'));
  await page.locator('#a').getByRole('button', { name: 'Play' }).click();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await page.waitForTimeout(300);
  const left = await time();
  expect(left).toBeLessThan(end);
  await page.waitForTimeout(1500);
  expect(await time()).toBe(left);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(time, { timeout: 30_000 }).toBe(end);
  await site.close();
});

test('a figure that goes leaves nothing behind', async ({ page, scripts }) => {
  const site = await post(scripts, '<div id="place"></div>');
  await watch(page);
  await page.goto(site.origin);
  const before = await countsOf(page);
  for (let round = 0; round < 3; round++) {
    await page.evaluate(() => {
      const figure = Object.assign(document.createElement('fovea-encoder'), { id: 'a' });
      document.getElementById('place')?.append(figure);
    });
    await expect(words(page, 'a')).toHaveCount(11);
    await page.locator('#a').getByRole('button', { name: 'Step back' }).click();
    await page.locator('#a').getByRole('button', { name: 'Play' }).click();
    await page.evaluate(() => document.getElementById('a')?.remove());
  }
  expect(await countsOf(page)).toEqual(before);
  await site.close();
});

test('attributes are properties, and the reader’s choice comes back in them', async ({
  page,
  scripts,
}) => {
  const site = await post(scripts, '<fovea-encoder id="a" token="animal"></fovea-encoder>');
  await page.goto(site.origin);
  await expect(words(page, 'a').nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.evaluate(() => Object.assign(document.getElementById('a') ?? {}, { token: 6 }));
  await expect(words(page, 'a').nth(5)).toHaveAttribute('aria-pressed', 'true');
  await page.evaluate(() => document.getElementById('a')?.setAttribute('sentence', 'a cat sleeps'));
  await expect(words(page, 'a')).toHaveText(['a', 'cat', 'sleeps']);
  const detail = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener(
          'fovea-change',
          (event) => resolve((event as CustomEvent).detail),
          { once: true },
        );
      }),
  );
  await words(page, 'a').nth(1).click();
  expect(await detail).toMatchObject({ sentence: 'a cat sleeps', token: 2 });
  expect(await page.evaluate(() => Reflect.get(document.getElementById('a') ?? {}, 'token'))).toBe(
    2,
  );
  await site.close();
});

test('the embed code puts up the figure as it stands, with what is masked and asked', async ({
  page,
  explorer,
  scripts,
  site,
}) => {
  const cell = 'layers.1.attention.weights:2,8,2';
  await page.goto(
    `${site.origin}/#view=heatmap&layer=2&head=2&time=6.5&masked=6&loop=1&cell=${cell}`,
  );
  const asked = (await explorer.root.locator('.why.beneath h2').textContent()) ?? '';
  await explorer.button(/^Embed$/).click();
  const code = await explorer.root.getByRole('textbox', { name: 'Code to embed' }).inputValue();
  const figure = code.slice(code.indexOf('<fovea-encoder'));
  const blog = await post(scripts, figure.replace('<fovea-encoder', '<fovea-encoder id="a"'));
  await page.goto(blog.origin);
  const element = page.locator('#a');
  await expect(element.locator('.why.beneath h2')).toHaveText(asked);
  const slider = element.getByRole('slider', { name: 'Position in the animation' });
  await expect(slider).toHaveAttribute('aria-valuenow', '6.5');
  const loop = element.getByRole('button', { name: 'Loop this step' });
  await expect(loop).toHaveAttribute('aria-pressed', 'true');
  await expect(element.getByRole('button', { name: 'look from [MASK]' })).toBeVisible();
  await blog.close();
});

test('what a framework sets for nothing leaves the figure whole', async ({ page, scripts }) => {
  const site = await post(scripts, '<fovea-encoder id="a" view="nope"></fovea-encoder>');
  await page.goto(site.origin);
  const alert = page.locator('#a').getByRole('alert');
  await expect(alert).toContainText('There is no view');
  await page.evaluate(() => document.getElementById('a')?.removeAttribute('view'));
  await expect(words(page, 'a')).toHaveCount(11);
  await expect(alert).toHaveCount(0);
  await page.evaluate(() => {
    const nothing = { sentence: undefined, view: null, layer: undefined, token: null };
    Object.assign(document.getElementById('a') ?? {}, { sentence: 'a cat', layer: 1 });
    Object.assign(document.getElementById('a') ?? {}, nothing);
  });
  await expect(words(page, 'a')).toHaveCount(11);
  await expect(page.locator('#a h2')).toHaveText('Where does “it” look?');
  await expect(alert).toHaveCount(0);
  await site.close();
});

test('values that cannot be used are named inside the figure', async ({ page, scripts }) => {
  const wrong = `layer="9" head="x" token="dog" time="99" theme="pink"
    masked="2,99" why="0" cell="nonsense:1" loop="twice"`;
  const site = await post(
    scripts,
    `<fovea-encoder id="a" ${wrong}></fovea-encoder>
     <fovea-encoder id="b" view="nonsense"></fovea-encoder>
     <fovea-encoder id="c" sentence=""></fovea-encoder>`,
  );
  await page.goto(site.origin);
  await expect(words(page, 'a')).toHaveCount(11);
  const alerts = page.locator('#a').getByRole('alert');
  for (const value of ['layer="9"', 'head="x"', 'token="dog"', 'time="99"', 'theme="pink"'].concat([
    'masked="99"',
    'why="0"',
    'cell="nonsense:1"',
    'loop="twice"',
  ])) {
    await expect(alerts.filter({ hasText: value })).toHaveCount(1);
  }
  await page.locator('#b').scrollIntoViewIfNeeded();
  await expect(page.locator('#b').getByRole('alert')).toContainText('There is no view “nonsense”');
  await page.locator('#c').scrollIntoViewIfNeeded();
  await expect(page.locator('#c').getByText('There is no text')).toHaveCount(1);
  await expect(page.locator('#c').getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await site.close();
});

test('it measures itself, not the page: rows where it is narrow', async ({ page, scripts }) => {
  const site = await post(scripts, '<div id="box"><fovea-encoder id="a"></fovea-encoder></div>');
  await page.goto(site.origin);
  const step = page.locator('#a .timeline .summary b');
  for (const width of [288, 320, 400, 559, 600, 900]) {
    await page.evaluate((w) => {
      const box = document.getElementById('box');
      if (box) box.style.width = `${w}px`;
    }, width);
    const form = width < 560 ? '.rows' : '.columns';
    await expect(page.locator(`#a .figure${form}`)).toBeVisible();
    const overflow = await page.locator('#a').evaluate((a) => a.scrollWidth - a.clientWidth);
    expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
    if (width >= 560) continue;
    const { height } = (await step.boundingBox()) ?? { height: Number.NaN };
    expect(height, `the step’s name is one line at ${width} px`).toBeLessThan(20);
  }
  await site.close();
});

test('the link to Fovea’s own page opens the same frame', async ({ page, scripts, site }) => {
  const blog = await post(
    scripts,
    `<fovea-encoder id="a" sentence="dog bites man" token="3" page="${site.origin}/"></fovea-encoder>
     <fovea-encoder id="b" page="javascript:alert(1)"></fovea-encoder>`,
  );
  await page.goto(blog.origin);
  await expect(words(page, 'a')).toHaveCount(3);
  await page.locator('#a').getByRole('link', { name: 'Open in Fovea' }).click();
  await expect(page.locator('fovea-explorer .figure button.word')).toHaveText([
    'dog',
    'bites',
    'man',
  ]);
  expect(page.url()).toContain('token=3');
  await page.goBack();
  await expect(page.locator('#b').getByRole('link')).toHaveCount(0);
  await blog.close();
});
