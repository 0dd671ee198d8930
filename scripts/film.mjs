// `npm run film -- --view attention --sentence "…" --out it.mp4`: a film of what the page shows, frame by
// frame, as its own dialog makes it.
import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { buildWeb } from './lib/build.mjs';
import { launchChromium } from './lib/chromium.mjs';
import { projectPath } from './lib/paths.mjs';
import { exitOnError } from './lib/stages.mjs';
import { folderServer, listen } from './lib/static-server.mjs';

const help = `npm run film -- [options] --out FILE.mp4|FILE.webm|FILE.gif|FILE.svg

  --view, --sentence, --token, --layer, --head, --time, --train, --settings, --other: as in the page's addresses
  --steps N            of --view training: so many steps are trained and filmed (default: all that are planned)
  --of step|view|film  (default: view)      --size small|720p|1080p|square  (default: 720p)
  --fps 15 … 60        (default: 30)        --theme light|dark              (default: light)
  --captions burnt|vtt|none (default: burnt); vtt writes them beside the film
`;

const shown = [
  ...['view', 'sentence', 'token', 'layer', 'head', 'time'],
  ...['train', 'settings', 'other'],
];
const allowed = {
  of: ['step', 'view', 'film'],
  size: ['small', '720p', '1080p', 'square'],
  theme: ['light', 'dark'],
  captions: ['burnt', 'vtt', 'none'],
  format: ['mp4', 'webm', 'gif', 'svg'],
};

/** The choice of the command line, as the page's dialog has it. */
function filmChoice({
  of = 'view',
  size = '720p',
  theme = 'light',
  captions = 'burnt',
  fps = '30',
  out = '',
  steps,
}) {
  const choice = { of, size, theme, captions, fps: Number(fps), format: extname(out).slice(1) };
  for (const [name, values] of Object.entries(allowed))
    if (!values.includes(choice[name]))
      throw new Error(`${name}: "${choice[name]}" is not one of ${values.join(', ')}`);
  if (!(choice.fps >= 15 && choice.fps <= 60)) throw new Error(`fps: ${fps} is not from 15 to 60`);
  if (steps === undefined) return choice;
  if (!/^[1-9]\d*$/.test(steps)) throw new Error(`steps: "${steps}" is not a number from 1 on`);
  return { ...choice, steps: Number(steps) };
}

/** Films in the page; resolves to the files in base64. */
async function filmInPage(choice) {
  const blobs = await document.querySelector('fovea-explorer').makeFilm(choice, foveaTell);
  return Promise.all(
    blobs.map(async (blob) => {
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = '';
      for (let i = 0; i < bytes.length; i += 0x8000)
        text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
      return btoa(text);
    }),
  );
}

/** Says how much of the film is done, where somebody looks. */
function told() {
  let before = -1;
  return (share) => {
    const percent = Math.floor(share * 100);
    if (percent !== before && process.stderr.isTTY) process.stderr.write(`\r${percent} %`);
    before = percent;
  };
}

async function make(values) {
  const choice = filmChoice(values);
  await buildWeb();
  const server = folderServer(projectPath('dist/site'));
  const origin = await listen(server);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(0);
    const hash = new URLSearchParams(
      shown.flatMap((name) => (values[name] ? [[name, values[name]]] : [])),
    );
    if (!values.view) hash.set('view', 'attention');
    await page.goto(`${origin}/#${hash}`);
    await page.locator('.view > *').first().waitFor();
    await page.exposeFunction('foveaTell', told());
    const [film, captions] = await page.evaluate(filmInPage, choice);
    writeFileSync(values.out, Buffer.from(film, 'base64'));
    if (captions)
      writeFileSync(values.out.replace(/\.\w+$/, '.vtt'), Buffer.from(captions, 'base64'));
  } finally {
    await browser.close();
    server.close();
  }
}

await exitOnError(async () => {
  const names = [...shown, 'of', 'size', 'fps', 'theme', 'captions', 'steps', 'out'];
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } });
  if (values.help || !values.out) process.stdout.write(help);
  else await make(values);
});
