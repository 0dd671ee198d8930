// A page of Chromium that draws the article's figures one after another, in a column as wide as the
// article's, and waits for each until nothing more is to come.

/** Pixels of a picture for each of the page. */
const density = 1.4;

const quality = 49;

const themes = ['light', 'dark'];

/** The first figure stays, unseen, so that the model is loaded once. */
const shell = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<link rel="stylesheet" href="article.css">
<main><figure id="here"></figure></main>
<fovea-encoder preload="eager" view="tokens" inert></fovea-encoder>
${['fovea', 'fovea-learn', 'fovea-figures', 'fovea-relatives'].map((name) => `<script src="${name}.js"></script>`).join('\n')}
</html>`;

/**
 * Notes in `foveaPending` what is still to come: what the page has asked its workers for and has no
 * answer to yet, and what it draws a little later, so that it does not draw too often.
 */
export function noteRequests() {
  const pending = new Set();
  globalThis.foveaPending = pending;
  const { setTimeout, clearTimeout } = globalThis;
  globalThis.setTimeout = (act, wait = 0, ...rest) => {
    const timer = setTimeout(() => {
      pending.delete(timer);
      act(...rest);
    }, wait);
    if (wait <= 200) pending.add(timer);
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    pending.delete(timer);
    clearTimeout(timer);
  };
  globalThis.Worker = class extends Worker {
    constructor(...rest) {
      super(...rest);
      this.addEventListener('message', ({ data }) => {
        if (data.kind !== 'progress') pending.delete(this.requests.get(data.id));
      });
    }

    requests = new Map();

    postMessage(message, ...rest) {
      if (message.id !== undefined) {
        this.requests.set(message.id, message);
        pending.add(message);
      }
      super.postMessage(message, ...rest);
    }

    terminate() {
      for (const request of this.requests.values()) pending.delete(request);
      super.terminate();
    }
  };
}

/**
 * Puts a figure into the page in place of the one before. What a picture cannot do keeps its place; the
 * space that figures keep while they load is not in the picture.
 */
export function begin(attributes) {
  const element = document.createElement('fovea-encoder');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.getElementById('here').replaceChildren(element);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('.foot { visibility: hidden; } :host { min-height: 0; }');
  element.shadowRoot.adoptedStyleSheets.push(sheet);
}

/**
 * Resolves to the figure's box when it is drawn, nothing is asked for, and its elements have not
 * changed for some frames.
 */
export async function settled() {
  const element = document.querySelector('#here > fovea-encoder');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const inside = (root) =>
    root.innerHTML +
    [...root.querySelectorAll('*')]
      .map(({ shadowRoot }) => (shadowRoot ? inside(shadowRoot) : ''))
      .join('');
  const waits = (root) =>
    !root.querySelector('.view > *') || root.querySelector('.loading') || foveaPending.size > 0;
  for (let still = 0, before = ''; still < 3; ) {
    await frame();
    const now = waits(element.shadowRoot) ? '' : inside(element.shadowRoot);
    still = now && now === before ? still + 1 : 0;
    before = now;
  }
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

export class Easel {
  constructor(page, devtools) {
    this.page = page;
    this.devtools = devtools;
  }

  /** `origin` serves the article's styles and the element's scripts. */
  static async open(browser, origin) {
    const page = await browser.newPage({
      viewport: { width: 760, height: 2000 },
      deviceScaleFactor: density,
      reducedMotion: 'reduce',
    });
    await page.addInitScript(noteRequests);
    const address = `${origin}/figure.html`;
    await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: shell }));
    await page.goto(address);
    return new Easel(page, await page.context().newCDPSession(page));
  }

  async shot(box) {
    const options = { format: 'webp', quality, clip: { ...box, scale: density } };
    const { data } = await this.devtools.send('Page.captureScreenshot', options);
    return Buffer.from(data, 'base64');
  }

  /** The figure with these attributes: its size, and a file for each theme. */
  async draw(attributes) {
    await this.page.emulateMedia({ colorScheme: themes[0] });
    await this.page.evaluate(begin, { ...attributes, page: 'index.html', article: '' });
    const picture = { files: {} };
    for (const theme of themes) {
      await this.page.emulateMedia({ colorScheme: theme });
      const box = await this.page.evaluate(settled);
      picture.width = Math.round(box.width);
      picture.height = Math.round(box.height);
      picture.files[theme] = await this.shot(box);
    }
    return picture;
  }
}
