import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import page from './vite.config.mjs';

/** Units of the page; the scripts; the shipped wasm beside the native program; what dist/ may weigh. */
const project = (name, folder, test = {}) => ({
  plugins: page.plugins,
  resolve: page.resolve,
  test: { name, include: [`tests/${folder}/**/*.test.{ts,mjs}`], ...test },
});

/** Tests of the page that put something in a module's or a global's place, which other files would find there. */
const apart = readdirSync('tests/web', { recursive: true })
  .map((name) => `tests/web/${name}`)
  .filter((path) => path.endsWith('.test.ts'))
  .filter((path) => /vi\.(?:mock|doMock|stubGlobal)\(/.test(readFileSync(path, 'utf8')));

/** One browser beside Chromium, which may take its time to start. */
const otherBrowser = (name) => ({
  include: [`tests/browsers/${name}.test.ts`],
  testTimeout: 60_000,
  hookTimeout: 120_000,
});

export default defineConfig({
  test: {
    // One less than the processor's cores by default: on two, files would run one after another.
    maxWorkers: '100%',
    projects: [
      // Most of their time would go into importing the same modules again.
      project('web', 'web', {
        ...{ isolate: false, exclude: apart, setupFiles: ['tests/web/fresh-document.ts'] },
      }),
      project('apart', 'web', { include: apart }),
      project('scripts', 'scripts'),
      project('wasm', 'wasm', { isolate: false, testTimeout: 300_000, hookTimeout: 300_000 }),
      project('budget', 'bench', { testTimeout: 60_000 }),
      project('firefox', 'browsers', otherBrowser('firefox')),
      project('webkit', 'browsers', otherBrowser('webkit')),
    ],
  },
});
