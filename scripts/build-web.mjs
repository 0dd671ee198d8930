// Builds dist/: site/ (the page as it is served), index.html (the same page in one file, for
// opening from a disk) and fovea.js (one classic script that defines <fovea-encoder>).
import { readFileSync, writeFileSync } from 'node:fs';
import { minify } from 'terser';
import { build, mergeConfig } from 'vite';
import config from '../vite.config.mjs';
import { projectPath } from './lib/paths.mjs';

const site = projectPath('dist/site');
const read = (name) => readFileSync(`${site}/${name}`, 'utf8');

const references = [
  {
    tag: /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/g,
    inline: (name) => `<style>${read(name)}</style>`,
  },
  {
    tag: /<script type="module"[^>]* src="\.\/([^"]+)"><\/script>/g,
    inline: (name) =>
      `<script type="module">${read(name).replaceAll('</script', '<\\/script')}</script>`,
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
await build(mergeConfig(config, quiet));
writeFileSync(projectPath('dist/index.html'), inlined(read('index.html')));

await build(
  mergeConfig(config, {
    ...quiet,
    publicDir: false,
    build: {
      outDir: projectPath('dist'),
      emptyOutDir: false,
      lib: {
        entry: projectPath('web/src/fovea.ts'),
        formats: ['iife'],
        name: 'fovea',
        fileName: () => 'fovea.js',
      },
    },
  }),
);
const element = projectPath('dist/fovea.js');
writeFileSync(element, await tightened(readFileSync(element, 'utf8')));
