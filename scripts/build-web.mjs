// Builds dist/: site/ (the page as it is served), index.html (the same page in one file, for
// opening from a disk) and fovea.js (one classic script that defines <fovea-encoder>).
import { readFileSync, writeFileSync } from 'node:fs';
import { build, mergeConfig } from 'vite';
import config from '../vite.config.mjs';
import { projectPath } from './lib/paths.mjs';

const site = projectPath('dist/site');
const read = (name) => readFileSync(`${site}/${name}`, 'utf8');

/** The page with its script and its styles put in where they are referred to. */
function inline(page) {
  return page
    .replace(/<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/g, (_, name) => {
      return `<style>${read(name)}</style>`;
    })
    .replace(/<script type="module"[^>]* src="\.\/([^"]+)"><\/script>/g, (_, name) => {
      return `<script type="module">${read(name).replaceAll('</script', '<\\/script')}</script>`;
    });
}

function assertSelfContained(page) {
  const outside = page.match(/<(?:script|link)[^>]* (?:src|href)="(?!data:)[^"]*"/);
  if (outside) throw new Error(`dist/index.html refers to another file: ${outside[0]}`);
}

const quiet = { configFile: false, logLevel: 'warn' };
await build(mergeConfig(config, quiet));
const page = inline(read('index.html'));
assertSelfContained(page);
writeFileSync(projectPath('dist/index.html'), page);

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
