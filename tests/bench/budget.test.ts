import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { textInPage } from '../../web/src/model/packed';

const kilobyte = 1000;

const brotliSize = (text: string, quality: number): number =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;

/**
 * A server that compresses as well as it can sends at most so many kB: the last step takes ten times as long as
 * the one before, which it is spared where that is enough.
 */
function expectAtMost(most: number, name: string, text: string): void {
  const quick = brotliSize(text, 9);
  const size = quick <= most * kilobyte ? quick : brotliSize(text, constants.BROTLI_MAX_QUALITY);
  console.log(
    `${name}: ${(size / kilobyte).toFixed(1)} kB brotli${size === quick ? ' at most' : ''}`,
  );
  expect(size).toBeLessThanOrEqual(most * kilobyte);
}

const modelFile = projectPath('web/models/fovea-demo.safetensors');

const textOf = (file: string) => readFileSync(projectPath(file), 'utf8');

it('the model takes at most 1.35 MB, and dist/fovea.js with it 1.55 MB', () => {
  expect(statSync(modelFile).size).toBeLessThanOrEqual(1350 * kilobyte);
  expectAtMost(1550, 'dist/fovea.js', textOf('dist/fovea.js'));
});

it('JavaScript, styles and wasm of dist/fovea.js take at most 230 kB', () => {
  const script = textOf('dist/fovea.js');
  const model = readFileSync(modelFile).toString('base64');
  const rest = script.replace(model, '');
  expect(rest).toHaveLength(script.length - model.length);
  expectAtMost(230, 'dist/fovea.js without the model', rest);
});

it.each([
  ['fovea-learn.js', 'when a view trains', 386],
  ['fovea-figures.js', 'when a view is of it', 120],
  ['fovea-relatives.js', 'with its models when a view is of it', 1450],
  ['fovea-practice.js', 'to practise, with its words in other languages', 60],
  ['fovea-class.js', 'to set work for a class, with its words in other languages', 25],
  // 205 kB before circuits were searched and heads studied in published models, too.
  ['fovea-published.js', 'to open what people publish', 221],
  // 110 kB before it painted the frames of films and wrote their captions, which the page did.
  ['fovea-save.js', 'to write a file', 112],
  // 72 kB before circuits of many pairs had their German.
  ['fovea-de.js', 'where German is spoken', 74],
  ['split/fovea.js', 'by a page that names a folder', 25],
] as const)('dist/%s, which is loaded %s, takes at most %i kB', (name, _when, most) => {
  expectAtMost(most, `dist/${name}`, textOf(`dist/${name}`));
});

it('dist/split/sri.json has the hash of each file that stands beside it', () => {
  const folder = projectPath('dist/split');
  const hashes: Record<string, string> = JSON.parse(readFileSync(`${folder}/sri.json`, 'utf8'));
  const files = readdirSync(folder).filter((name) => name !== 'sri.json');
  expect(Object.keys(hashes).sort()).toEqual(files.sort());
  for (const file of files) {
    const hash = createHash('sha384')
      .update(readFileSync(`${folder}/${file}`))
      .digest('base64');
    expect(hashes[file]).toBe(`sha384-${hash}`);
  }
});

it('dist/index.html holds no reference to another file', () => {
  const page = textOf('dist/index.html');
  const shell = page
    .replace(/<script(?: type="text\/plain" id=[^>]*)?>[\s\S]*?<\/script>/g, '')
    .replace(/<template id=[^>]*>[^<]*<\/template>/g, '')
    .replace(/<style>[\s\S]*?<\/style>/, '');
  expect(shell.length).toBeLessThan(4 * kilobyte);
  expect(shell).not.toMatch(/<(script|link|img|iframe)[^>]* (src|href)="(?!data:)/);
});

it('dist/index.html takes at most 5 MB', () => {
  const { size } = statSync(projectPath('dist/index.html'));
  console.log(`dist/index.html: ${(size / kilobyte).toFixed(1)} kB`);
  expect(size).toBeLessThanOrEqual(5000 * kilobyte);
});

it('dist/index.html is ASCII: a single other character doubles the time to decode it', () => {
  expect(textOf('dist/index.html').match(/[^\0-\x7f]/)).toBeNull();
});

it('dist/index.html has the page’s script first, the core and the worker before the model, the rest last', () => {
  const page = textOf('dist/index.html');
  const places = [
    'id="fovea-page"',
    'createObjectURL',
    'id="fovea-core"',
    'id="fovea-worker"',
    'new Worker(',
    'id="fovea-model"',
    'foveaWorker&&',
    'id="learn-core"',
    'id="fovea-figures.js"',
  ];
  let at = 0;
  for (const place of places) {
    const found = page.indexOf(place, at);
    expect(found, place).toBeGreaterThan(at);
    at = found;
  }
});

/** What is packed in dist/index.html, as its scripts find it. */
const packed = new Map(
  [
    ...textOf('dist/index.html').matchAll(
      /<template id="([^"]*)"(?: data-(\w+)(?:="([^"]*)")?)?>([^<]*)<\/template>/g,
    ),
  ].map(([, id, name, value = '', textContent]) => [
    id,
    { content: { textContent }, dataset: name ? { [name]: value } : {} },
  ]),
);

const scripts = readdirSync(projectPath('dist')).filter((name) =>
  /^(fovea|embed).*\.js$/.test(name),
);

it.each([...scripts, 'embed.html'])('dist/index.html hands out dist/%s as it is', async (name) => {
  vi.stubGlobal('document', { getElementById: (id: string) => packed.get(id) });
  expect((await textInPage(name)) === readFileSync(projectPath(`dist/${name}`), 'utf8')).toBe(true);
  vi.unstubAllGlobals();
});
