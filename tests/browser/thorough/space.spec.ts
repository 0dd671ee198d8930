import { readFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { projectPath } from '../../../scripts/lib/paths.mjs';
import { expect, test } from '../fixtures';
import { type Site, serveFolder } from '../servers';

/** How long the slow line takes for a script, in milliseconds. */
const delay = 700;

interface Look {
  readonly form: 'single' | 'split';
  readonly poster: boolean;
  readonly width: number;
}

const looks: readonly Look[] = [
  { form: 'single', poster: true, width: 390 },
  { form: 'single', poster: false, width: 1280 },
  { form: 'split', poster: true, width: 1280 },
  { form: 'split', poster: false, width: 390 },
];

const sizes: Record<string, { narrow: number[]; wide: number[] }> = JSON.parse(
  readFileSync(projectPath('dist/posters/posters.json'), 'utf8'),
);
const { narrow: [, narrow = 0] = [], wide: [, wide = 0] = [] } = sizes.attention ?? {
  narrow: [],
  wide: [],
};

/** As docs/embedding.md writes it. */
const poster = `<picture slot="poster">
  <source media="(max-width: 600px)" srcset="/posters/attention-narrow-light.svg" width="100%" height="${narrow}">
  <img src="/posters/attention-light.svg" width="100%" height="${wide}" alt="Arches from “it”"></picture>`;

/** For those who have no poster, and a script that comes late. */
const rule = `fovea-encoder:not(:defined) { display: block; min-height: ${wide}px; }
  @media (max-width: 600px) { fovea-encoder:not(:defined) { min-height: ${narrow}px; } }`;

function pageOf({ form, poster: withPoster }: Look): string {
  const script = form === 'split' ? 'src="/split/fovea.js"' : 'async src="/fovea.js"';
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A post</title>
    <meta name="viewport" content="width=device-width">
    <style>body { max-width: 720px; margin: 16px auto; padding: 0 16px; box-sizing: content-box }
      ${form === 'single' && !withPoster ? rule : ''}</style>
    <script ${script}></script><h1>A post</h1>
    <fovea-encoder>${withPoster ? poster : ''}</fovea-encoder><p>${'After the figure. '.repeat(80)}</p>`;
}

/** What moved in a page until its figure was drawn, as browsers count it; and when its poster stood there. */
async function shifts(browser: Browser, site: Site, look: Look) {
  const page = await browser.newPage({ viewport: { width: look.width, height: 800 } });
  await page.route('**/post.html', (route) =>
    route.fulfill({ body: pageOf(look), contentType: 'text/html' }),
  );
  await page.route(/\.(js|wasm|safetensors)$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, delay));
    await route.continue();
  });
  await page.addInitScript(() => {
    Object.assign(window, { moved: 0, stood: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { moved: number }).moved += Reflect.get(entry, 'value');
    }).observe({ type: 'layout-shift', buffered: true });
    document.addEventListener(
      'load',
      ({ target }) => {
        if ((target as Element).localName === 'img')
          Object.assign(window, { stood: performance.now() });
      },
      true,
    );
  });
  await page.goto(`${site.origin}/post.html`, { waitUntil: 'commit' });
  await page.locator('fovea-encoder .figure button.word').first().waitFor({ timeout: 30_000 });
  // A figure gives back what it has kept too much a second later.
  await page.waitForTimeout(1300);
  const seen = await page.evaluate(() => {
    const { moved, stood } = window as unknown as { moved: number; stood: number };
    return { moved, stood, height: document.querySelector('fovea-encoder')?.clientHeight ?? 0 };
  });
  await page.close();
  return { ...look, ...seen };
}

test('nothing moves when a figure comes, in one file or in parts, with a poster or without', async ({
  browser,
}) => {
  const site = await serveFolder(projectPath('dist'), {});
  const seen = await Promise.all(looks.map((look) => shifts(browser, site, look)));
  for (const { moved, stood, ...look } of seen) {
    expect(moved, JSON.stringify(look)).toBeLessThan(0.02);
    if (look.poster && look.form === 'single') expect(stood).toBeGreaterThan(0);
  }
  await site.close();
});
