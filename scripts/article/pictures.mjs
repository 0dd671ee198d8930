// Pictures of the article's figures, light and dark, as Chromium draws them.
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
 * Of figures by their attributes, by view: size and files; nothing without a browser. `folder` holds
 * the article's styles and the element's scripts.
 */
export async function takePictures(folder, figures, browser) {
  if (!browser) return new Map();
  const server = folderServer(folder);
  const origin = await listen(server);
  try {
    return await drawAll(figures, origin, browser);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
