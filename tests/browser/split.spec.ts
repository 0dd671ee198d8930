import { writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { cachedByName } from '../../scripts/lib/static-server.mjs';
import { expect, test } from './fixtures';
import { words } from './post';
import { type Site, serveFolder, servePage } from './servers';

let parts: Site;
test.beforeAll(async () => {
  parts = await serveFolder(projectPath('dist/split'), (path: string) => ({
    ...cachedByName(path),
    'access-control-allow-origin': '*',
  }));
});
test.afterAll(() => parts.close());

/** A post of an origin of its own, with the script in its head; `less` is left out of its policy. */
function post(body: string, less = '', script = `${parts.origin}/fovea.js`): Promise<Site> {
  const policy = {
    'script-src': `${parts.origin} 'wasm-unsafe-eval'`,
    'worker-src': 'blob:',
    'connect-src': parts.origin,
    'require-trusted-types-for': "'script'",
  };
  const allowed = Object.entries(policy).filter(([name]) => name !== less);
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A post</title>
    <script src="${script}"></script><body><h1>A post</h1>${body}</body></html>`;
  const lines = ["default-src 'none'", ...allowed.map((line) => line.join(' '))];
  return servePage(html, { 'content-security-policy': lines.join('; ') });
}

interface Early extends HTMLElement {
  sentence: string;
  layer: number;
  toSVG(): Promise<string>;
  trace(): unknown[];
}

const told = (page: Page) => page.locator('#a').getByRole('alert');

test('the folder’s script draws the same figure, from another origin and under a strict policy', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  const space = '<svg width="1" height="6000"></svg>';
  const site = await post(
    `<fovea-encoder id="a" sentence="dog bites man" token="3" preload="none"></fovea-encoder>
     ${space}<fovea-encoder id="b" view="gaze"></fovea-encoder>`,
  );
  await page.goto(site.origin);
  await page.waitForTimeout(300);
  expect(asked).toEqual(['/', '/fovea.js']);
  const early = await page.evaluate(async () => {
    const figure = document.getElementById('a') as Early;
    const before = [figure.sentence, figure.trace().length];
    figure.layer = 2;
    const progress: number[] = [];
    figure.addEventListener('fovea-progress', (event) =>
      progress.push((event as CustomEvent).detail.share),
    );
    const svg = await figure.toSVG();
    return { before, svg, progress, layer: figure.layer, numbers: figure.trace().length };
  });
  expect(early).toMatchObject({ before: ['dog bites man', 0], layer: 2, numbers: 83 });
  expect(early.svg).toContain('bites');
  expect(early.progress.at(-1)).toBe(1);
  await expect(words(page, 'a')).toHaveText(['dog', 'bites', 'man']);
  await expect(words(page, 'a').nth(2)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('#a').getByRole('radio', { name: 'Layer 2' })).toBeChecked();

  await page.locator('#b').scrollIntoViewIfNeeded();
  await expect(page.locator('#b fovea-gaze')).toHaveCount(1);
  const scripts = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement>('script[integrity]')].map(
      ({ src }) => new URL(src).pathname.split('-')[1],
    ),
  );
  expect(scripts).toEqual(['figure', 'figures']);
  expect(asked.filter((path) => /learn|core-[0-9a-f]{10}/.test(path))).toEqual([]);
  expect(complaints).toEqual([]);
  await site.close();
});

test('what cannot be loaded of it is told in the figure, with the address and the reason @thorough', async ({
  page,
}, info) => {
  const figure = '<fovea-encoder id="a"></fovea-encoder>';
  const site = await post(figure);
  const part = `${parts.origin}/fovea-figure-*.js`;
  await page.route(part, (route) => route.fulfill({ status: 404 }));
  await page.goto(site.origin);
  await expect(told(page)).toContainText(/loaded from http.*fovea-figure-.*: its server says 404/);
  await page.unroute(part);
  await page.locator('#a').getByRole('button', { name: 'Try again' }).click();
  await expect(words(page, 'a')).toHaveCount(11);

  await page.route(part, async (route) => {
    const body = `${await (await route.fetch()).text()}\nalert(1)`;
    await route.fulfill({ body, headers: { 'access-control-allow-origin': '*' } });
  });
  await page.goto(site.origin);
  await expect(told(page)).toContainText('it is not the file that was built with this fovea.js');
  await page.unroute(part);

  const core = `${parts.origin}/fovea-core-*.wasm`;
  await page.route(core, (route) => route.fulfill({ status: 403 }));
  await page.goto(site.origin);
  await expect(told(page)).toContainText(/core could not be loaded from .*: its server says 403/);
  await page.unroute(core);
  await site.close();

  const forbidding = await post(figure, 'connect-src');
  await page.goto(forbidding.origin);
  await expect(told(page)).toContainText(`must allow “connect-src ${parts.origin}”`);
  await forbidding.close();

  const file = info.outputPath('page.html');
  const script = `file://${projectPath('dist/split/fovea.js')}`;
  writeFileSync(file, `<!doctype html><script src="${script}"></script>${figure}`);
  await page.goto(`file://${file}`);
  await expect(told(page)).toContainText('use the single file dist/fovea.js there');
});

test('draws its first picture from the first part of the model, and is whole with the second', async ({
  page,
}) => {
  const rest = `${parts.origin}/fovea-demo-rest-*.bin`;
  const site = await post('<fovea-encoder id="a"></fovea-encoder>');
  let send = () => undefined as unknown;
  await page.route(rest, (route) => {
    send = () => route.continue();
  });
  await page.addInitScript(() => {
    document.addEventListener('fovea-ready', () => {
      document.title += ', ready';
    });
  });
  await page.goto(site.origin);
  await expect(words(page, 'a')).toHaveCount(11);
  const weights = page.locator('#a .weight, #a [data-role="weight"]');
  const early = await weights.allTextContents();
  expect(early.length).toBeGreaterThan(0);
  const numbers = () => page.evaluate(() => (document.getElementById('a') as Early).trace().length);
  const before = await numbers();
  await expect(page).toHaveTitle('A post');
  send();
  await expect(page).toHaveTitle('A post, ready');
  expect(await weights.allTextContents()).toEqual(early);
  expect(await numbers()).toBeGreaterThan(before);
  await page.unroute(rest);

  await page.route(rest, (route) => route.fulfill({ status: 404 }));
  await page.goto(site.origin);
  await expect(told(page)).toContainText(/fovea-demo-rest-.*its server says 404/);
  await expect(words(page, 'a')).toHaveCount(11);
  await page.unroute(rest);
  await page.locator('#a').getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveTitle('A post, ready');
  await site.close();
});
