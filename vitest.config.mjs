import { defineConfig } from 'vitest/config';
import page from './vite.config.mjs';

/** Units of the page; the scripts; the shipped wasm beside the native program; what dist/ may weigh. */
const project = (name, folder, test = {}) => ({
  plugins: page.plugins,
  resolve: page.resolve,
  test: { name, include: [`tests/${folder}/**/*.test.{ts,mjs}`], ...test },
});

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
      project('web', 'web'),
      project('scripts', 'scripts'),
      project('wasm', 'wasm', { testTimeout: 60_000, hookTimeout: 60_000 }),
      project('budget', 'bench', { testTimeout: 60_000 }),
      project('firefox', 'browsers', otherBrowser('firefox')),
      project('webkit', 'browsers', otherBrowser('webkit')),
    ],
  },
});
