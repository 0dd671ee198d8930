// Pictures of the article's figures, light and dark, as Chromium draws them.
import { existsSync } from 'node:fs';
import { chromium as playwright } from '@playwright/test';
import { chromium } from '../lib/chromium.mjs';
import { folderServer, listen } from '../lib/static-server.mjs';
import { Easel } from './easel.mjs';

/** How many figures are drawn at the same time. */
const easels = 2;

async function drawAll(figures, origin, browser) {
  const waiting = [...figures];
  const pictures = new Map();
  const work = async () => {
    const easel = await Easel.open(browser, origin);
    for (let next = waiting.shift(); next; next = waiting.shift())
      pictures.set(next.view, await easel.draw(next));
  };
  await Promise.all(Array.from({ length: easels }, work));
  return pictures;
}

/**
 * Of figures by their attributes, by view: size and files; nothing without Chromium. `folder` holds
 * the article's styles and the element's scripts.
 */
export async function takePictures(folder, figures) {
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
    return await drawAll(figures, origin, browser);
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}
