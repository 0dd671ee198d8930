import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { textInPage } from '../../web/src/model/packed';

const kilobyte = 1000;

/** What a server sends that compresses as well as it can. */
function brotliSize(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(text, { params }).length;
}

const modelFile = projectPath('web/models/fovea-demo.safetensors');

it('the model takes at most 1.35 MB, and dist/fovea.js with it 1.55 MB brotli', () => {
  expect(statSync(modelFile).size).toBeLessThanOrEqual(1350 * kilobyte);
  const size = brotliSize(readFileSync(projectPath('dist/fovea.js'), 'utf8'));
  console.log(`dist/fovea.js: ${(size / kilobyte).toFixed(1)} kB brotli`);
  expect(size).toBeLessThanOrEqual(1550 * kilobyte);
});

it('JavaScript, styles and wasm of dist/fovea.js take at most 230 kB', () => {
  const script = readFileSync(projectPath('dist/fovea.js'), 'utf8');
  const model = readFileSync(modelFile).toString('base64');
  const rest = script.replace(model, '');
  expect(rest).toHaveLength(script.length - model.length);
  const size = brotliSize(rest);
  console.log(`dist/fovea.js without the model: ${(size / kilobyte).toFixed(1)} kB brotli`);
  expect(size).toBeLessThanOrEqual(230 * kilobyte);
});

it('dist/fovea-learn.js, which is loaded when a view trains, takes at most 386 kB', () => {
  const size = brotliSize(readFileSync(projectPath('dist/fovea-learn.js'), 'utf8'));
  console.log(`dist/fovea-learn.js: ${(size / kilobyte).toFixed(1)} kB brotli`);
  expect(size).toBeLessThanOrEqual(386 * kilobyte);
});

it('dist/fovea-figures.js, which is loaded when a view is of it, takes at most 120 kB', () => {
  const size = brotliSize(readFileSync(projectPath('dist/fovea-figures.js'), 'utf8'));
  console.log(`dist/fovea-figures.js: ${(size / kilobyte).toFixed(1)} kB brotli`);
  expect(size).toBeLessThanOrEqual(120 * kilobyte);
});

it('dist/fovea-relatives.js, which is loaded when a view is of it, takes at most 1,450 kB with its models', () => {
  const size = brotliSize(readFileSync(projectPath('dist/fovea-relatives.js'), 'utf8'));
  console.log(`dist/fovea-relatives.js: ${(size / kilobyte).toFixed(1)} kB brotli`);
  expect(size).toBeLessThanOrEqual(1450 * kilobyte);
});

it('dist/fovea-practice.js, which is loaded to practise, takes at most 60 kB with its words in other languages', () => {
  const size = brotliSize(readFileSync(projectPath('dist/fovea-practice.js'), 'utf8'));
  console.log(`dist/fovea-practice.js: ${(size / kilobyte).toFixed(1)} kB brotli`);
  expect(size).toBeLessThanOrEqual(60 * kilobyte);
});

it('dist/fovea-class.js, which is loaded to set work for a class, takes at most 25 kB with its words in other languages', () => {
  const size = brotliSize(readFileSync(projectPath('dist/fovea-class.js'), 'utf8'));
  console.log(`dist/fovea-class.js: ${(size / kilobyte).toFixed(1)} kB brotli`);
  expect(size).toBeLessThanOrEqual(25 * kilobyte);
});

// 205 kB before circuits were searched and heads studied in published models, too.
it('dist/fovea-published.js, which is loaded to open what people publish, takes at most 221 kB', () => {
  const size = brotliSize(readFileSync(projectPath('dist/fovea-published.js'), 'utf8'));
  console.log(`dist/fovea-published.js: ${(size / kilobyte).toFixed(1)} kB brotli`);
  expect(size).toBeLessThanOrEqual(221 * kilobyte);
});

// 110 kB before it painted the frames of films and wrote their captions, which the page did.
it('dist/fovea-save.js, which is loaded to write a file, takes at most 112 kB', () => {
  const size = brotliSize(readFileSync(projectPath('dist/fovea-save.js'), 'utf8'));
  console.log(`dist/fovea-save.js: ${(size / kilobyte).toFixed(1)} kB brotli`);
  expect(size).toBeLessThanOrEqual(112 * kilobyte);
});

// 72 kB before circuits of many pairs had their German.
it('dist/fovea-de.js, which is loaded where German is spoken, takes at most 74 kB', () => {
  const size = brotliSize(readFileSync(projectPath('dist/fovea-de.js'), 'utf8'));
  console.log(`dist/fovea-de.js: ${(size / kilobyte).toFixed(1)} kB brotli`);
  expect(size).toBeLessThanOrEqual(74 * kilobyte);
});

it('dist/split/fovea.js, which a page with a folder names, takes at most 25 kB', () => {
  const size = brotliSize(readFileSync(projectPath('dist/split/fovea.js'), 'utf8'));
  console.log(`dist/split/fovea.js: ${(size / kilobyte).toFixed(1)} kB brotli`);
  expect(size).toBeLessThanOrEqual(25 * kilobyte);
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
  const page = readFileSync(projectPath('dist/index.html'), 'utf8');
  const shell = page
    .replace(/<script(?: type="text\/plain" id="[^>]*")?>[\s\S]*?<\/script>/g, '')
    .replace(/<style>[\s\S]*?<\/style>/, '');
  expect(shell.length).toBeLessThan(4 * kilobyte);
  expect(shell).not.toMatch(/<(script|link|img|iframe)[^>]* (src|href)="(?!data:)/);
});

it('dist/index.html takes at most 5 MB', () => {
  const { size } = statSync(projectPath('dist/index.html'));
  console.log(`dist/index.html: ${(size / kilobyte).toFixed(1)} kB`);
  expect(size).toBeLessThanOrEqual(5000 * kilobyte);
});

it('dist/index.html has the page’s script first, the core and the worker before the model, the rest last', () => {
  const page = readFileSync(projectPath('dist/index.html'), 'utf8');
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
    ...readFileSync(projectPath('dist/index.html'), 'utf8').matchAll(
      /<script type="text\/plain" id="([^"]*)"(?: data-base="([^"]*)")?>([\s\S]*?)<\/script>/g,
    ),
  ].map(([, id, base, textContent]) => [id, { textContent, dataset: { base } }]),
);

const scripts = readdirSync(projectPath('dist')).filter((name) =>
  /^(fovea|embed).*\.js$/.test(name),
);

it.each([...scripts, 'embed.html'])('dist/index.html hands out dist/%s as it is', async (name) => {
  vi.stubGlobal('document', { getElementById: (id: string) => packed.get(id) });
  expect((await textInPage(name)) === readFileSync(projectPath(`dist/${name}`), 'utf8')).toBe(true);
  vi.unstubAllGlobals();
});
