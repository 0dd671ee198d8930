// Pictures of the article's figures, light and dark, as Chromium draws them on the article itself.
import { existsSync } from 'node:fs';
import { chromium as playwright } from '@playwright/test';
import { chromium } from '../lib/chromium.mjs';
import { folderServer, listen } from '../lib/static-server.mjs';

/** Pixels of a picture for each of the page. */
const density = 1.4;

/** How long a figure may take until nothing in it changes any more, in milliseconds. */
const patience = 10_000;

const themes = ['light', 'dark'];

/** What a picture cannot do is not shown in it, but keeps its place. */
const look = '.foot { visibility: hidden; }';

/** A PNG as WebP, which takes a quarter of the bytes. */
async function webp(page, png) {
  const url = await page.evaluate(
    async (source) => {
      const picture = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [picture.width, picture.height];
      canvas.getContext('2d').drawImage(picture, 0, 0);
      return canvas.toDataURL('image/webp', 0.5);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(url.replace(/^.*,/, ''), 'base64');
}

/** What is seen of a box when two pictures of it in a row are the same. */
async function settled(page, clip) {
  const until = Date.now() + patience;
  for (let before = await page.screenshot({ clip }); ; ) {
    await page.waitForTimeout(100);
    const png = await page.screenshot({ clip });
    if (png.equals(before) || Date.now() > until) return png;
    before = png;
  }
}

async function pictureOf(page, desk, view) {
  const place = page.locator(`#figure-${view} .live`);
  await place.evaluate((element) => element.scrollIntoView());
  await page.locator(`#figure-${view} .live.drawn`).waitFor({ timeout: 30_000 });
  await place.locator('fovea-encoder').evaluate((element, css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    element.shadowRoot.adoptedStyleSheets.push(sheet);
  }, look);
  const box = () => place.locator('fovea-encoder').boundingBox();
  const files = {};
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    files[theme] = await webp(desk, await settled(page, await box()));
  }
  const { width, height } = await box();
  return { width: Math.round(width), height: Math.round(height), files };
}

/** Of the article in a built site: by view, its size and its files; nothing without Chromium. */
export async function takePictures(folder) {
  if (!existsSync(chromium.executablePath)) {
    console.log(
      'The article has no pictures, but words in their place: Chromium is not installed.',
    );
    return new Map();
  }
  const server = folderServer(folder);
  const origin = await listen(server);
  const browser = await playwright.launch(chromium);
  try {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 1400 },
      deviceScaleFactor: density,
      reducedMotion: 'reduce',
    });
    const desk = await browser.newPage();
    await page.goto(`${origin}/article.html`);
    const views = await page.$$eval('figure', (all) =>
      all.map(({ id }) => id.replace('figure-', '')),
    );
    const pictures = new Map();
    for (const view of views) pictures.set(view, await pictureOf(page, desk, view));
    return pictures;
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}
