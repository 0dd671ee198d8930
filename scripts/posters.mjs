// Posters: what each view shows, as SVG, to stand in a page before its figure is drawn, in feeds and
// without scripts; in the wide form and in the narrow one, light and dark. The element keeps the space
// that they take.
import { mkdirSync, writeFileSync } from 'node:fs';
import { begin, noteRequests, settled } from './article/easel.mjs';
import { keptPictures } from './article/kept-pictures.mjs';
import { classicScript } from './lib/classic-script.mjs';
import { buildPath, projectPath } from './lib/paths.mjs';
import { smallerSvg } from './lib/smaller-svg.mjs';
import { folderServer, listen } from './lib/static-server.mjs';
import { namedViews } from './lib/views.mjs';

/** Width of the figure in each form, in pixels. */
const forms = { narrow: 360, wide: 720 };

/** How many are drawn at the same time. */
const pages = 2;

const scripts = [
  'fovea',
  'fovea-learn',
  'fovea-figures',
  'fovea-relatives',
  'fovea-practice',
  'fovea-class',
  'fovea-published',
];

/** The first figure stays, unseen, so that the model is loaded once. */
const shell = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<main id="here"></main>
<fovea-encoder preload="eager" view="tokens" inert></fovea-encoder>
${scripts.map((name) => `<script src="${name}.js"></script>`).join('\n')}
</html>`;

const views = () => namedViews().map(({ id }) => id);

/** The figure in the page, in both themes. */
async function read() {
  const figure = document.querySelector('#here > fovea-encoder');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const svgs = {};
  for (const theme of ['light', 'dark']) {
    figure.theme = theme;
    await frame();
    await frame();
    svgs[theme] = globalThis.foveaPicture.pictureOf(figure, 0).svg;
  }
  figure.theme = null;
  return svgs;
}

async function draw(page, view) {
  const picture = { files: {} };
  await page.evaluate(begin, { view });
  for (const [form, width] of Object.entries(forms)) {
    await page.evaluate((width) => {
      document.getElementById('here').style.width = `${width}px`;
    }, width);
    const { height } = await page.evaluate(settled);
    picture[form] = Math.round(height);
    const svgs = await page.evaluate(read);
    for (const [theme, svg] of Object.entries(svgs))
      picture.files[`${form}-${theme}`] = Buffer.from(smallerSvg(svg));
  }
  return picture;
}

async function open(browser, origin, reader) {
  const page = await browser.newPage({
    viewport: { width: 760, height: 2000 },
    reducedMotion: 'reduce',
  });
  await page.addInitScript(noteRequests);
  const address = `${origin}/poster.html`;
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: shell }));
  await page.goto(address);
  await page.addScriptTag({ content: reader });
  return page;
}

async function drawAll(place, figures, reader, browser) {
  const server = folderServer(place);
  const origin = await listen(server);
  const waiting = figures.map(({ view }) => view);
  const pictures = new Map();
  const work = async () => {
    const page = await open(browser, origin, reader);
    for (let view = waiting.shift(); view; view = waiting.shift())
      pictures.set(view, await draw(page, view));
  };
  try {
    await Promise.all(Array.from({ length: pages }, work));
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return pictures;
}

/** File name of a poster: the wide form is the usual one. */
const nameOf = (view, kind) => `${view}-${kind.replace('wide-', '')}.svg`;

/**
 * Writes posters/ into `place`, where the element's scripts are built already, with posters.json: what
 * size each has. Returns the heights as the element takes them.
 */
export async function makePosters(place, browser) {
  const folder = `${place}/posters`;
  mkdirSync(folder, { recursive: true });
  const reader = await classicScript('picture/picture.ts', 'foveaPicture');
  const sources = [
    ...scripts.map((name) => `${place}/${name}.js`),
    ...['posters.mjs', 'lib/smaller-svg.mjs', 'article/easel.mjs'].map((name) =>
      projectPath(`scripts/${name}`),
    ),
  ];
  const figures = views().map((view) => ({ view }));
  const pictures = await keptPictures(buildPath('posters'), sources, figures, (missing) =>
    drawAll(place, missing, reader, browser),
  );
  const sizes = {};
  for (const [view, { files, narrow, wide }] of pictures) {
    for (const [kind, bytes] of Object.entries(files))
      writeFileSync(`${folder}/${nameOf(view, kind)}`, bytes);
    sizes[view] = { narrow: [forms.narrow, narrow], wide: [forms.wide, wide] };
  }
  writeFileSync(`${folder}/posters.json`, `${JSON.stringify(sizes, null, 2)}\n`);
  return [...pictures].map(([view, { narrow, wide }]) => `${view} ${narrow} ${wide}`).join(';');
}
