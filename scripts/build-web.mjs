// Builds dist/: site/ (the page as it is served), index.html (the same page in one file, for
// opening from a disk) and fovea.js (one classic script that defines <fovea-encoder>). All three
// are made in dist/.unfinished first, so that nothing half made can be taken for them.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { minify } from 'terser';
import { build, mergeConfig } from 'vite';
import config from '../vite.config.mjs';
import { projectPath } from './lib/paths.mjs';

const place = projectPath('dist/.unfinished');
const read = (path) => readFileSync(`${place}/${path}`, 'utf8');

const references = [
  {
    tag: /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/g,
    inline: (name) => `<style>${read(`site/${name}`)}</style>`,
  },
  {
    tag: /<script type="module"[^>]* src="\.\/([^"]+)"><\/script>/g,
    inline: (name) => {
      const script = read(`site/${name}`).replaceAll('</script', '<\\/script');
      return `<script type="module">${script}</script>`;
    },
  },
];

/** The page with its script and its styles put in where they are referred to. */
function inlined(page) {
  const rest = references.reduce((text, { tag }) => text.replace(tag, ''), page);
  const outside = rest.match(/<(?:script|link)[^>]* (?:src|href)="(?!data:)[^"]*"/);
  if (outside) throw new Error(`dist/index.html would refer to another file: ${outside[0]}`);
  return references.reduce(
    (text, { tag, inline }) => text.replace(tag, (_, name) => inline(name)),
    page,
  );
}

/** A page that does not say UTF-8 reads a script as Latin-1: signs beyond ASCII go in as escapes. */
function escaped(script) {
  return script.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Smaller once more, for what is loaded by other people's pages. */
async function tightened(script) {
  const compress = { passes: 3, pure_getters: true, unsafe_arrows: true };
  // Names are made of the letters that the script has most: the wasm and the weights do not count.
  const long = [];
  const short = script.replace(/[^"'`\\\n$<]{50000,}/g, (bytes) => `@@${long.push(bytes) - 1}@@`);
  const { code } = await minify(short, { ecma: 2020, compress });
  return escaped(code).replace(/@@(\d+)@@/g, (_, i) => long[i]);
}

const quiet = { configFile: false, logLevel: 'warn' };

async function buildSite() {
  const page = { outDir: `${place}/site`, emptyOutDir: true };
  await build(mergeConfig(config, { ...quiet, build: page }));
  writeFileSync(`${place}/index.html`, inlined(read('site/index.html')));
}

async function buildElement() {
  const lib = {
    entry: projectPath('web/src/fovea.ts'),
    formats: ['iife'],
    name: 'fovea',
    fileName: () => 'fovea.js',
  };
  const element = { outDir: place, emptyOutDir: false, lib };
  await build(mergeConfig(config, { ...quiet, publicDir: false, build: element }));
  writeFileSync(`${place}/fovea.js`, await tightened(read('fovea.js')));
}

rmSync(place, { recursive: true, force: true });
await buildSite();
await buildElement();
for (const name of ['site', 'index.html', 'fovea.js']) {
  const finished = projectPath(`dist/${name}`);
  rmSync(finished, { recursive: true, force: true });
  renameSync(`${place}/${name}`, finished);
}
rmSync(place, { recursive: true });
