import { defineConfig } from '@playwright/test';
import { chromium } from '../../scripts/lib/chromium.mjs';

/** All tests run in Chromium, on what `npm run build` has written to dist/. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  snapshotPathTemplate: 'screens/{arg}{ext}',
  fullyParallel: true,
  workers: 2,
  // axe reads every text and every ground of a page full of numbers.
  timeout: 90_000,
  // A test that passes only when run again is told apart, as "flaky".
  retries: 1,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: chromium,
  },
});
