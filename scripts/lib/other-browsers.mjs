// Firefox and WebKitGTK: where they are, and their tests, which say when they are skipped.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { vitest } from './suites.mjs';

const onPath = (name) =>
  (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));

const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((triple) => `/usr/lib/${triple}`);

/** What each browser's tests start, and where that may be. */
const needs = {
  firefox: { Firefox: [...onPath('firefox-esr'), ...onPath('firefox')] },
  webkit: {
    WebKitWebDriver: onPath('WebKitWebDriver'),
    MiniBrowser: libraries.map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`),
    Xvfb: onPath('Xvfb'),
  },
};

/** The paths of what a browser's tests start, in order; undefined for what is not installed. */
export const programs = (browser) =>
  Object.values(needs[browser]).map((places) => places.find(existsSync));

/** Runs a browser's tests where all that they start is installed; else says what is missing. */
export async function testIn(browser) {
  const found = programs(browser);
  const missing = Object.keys(needs[browser]).filter((_, i) => found[i] === undefined);
  if (missing.length === 0) return vitest([browser]);
  console.log(`SKIPPED: the tests in ${browser}; not installed: ${missing.join(', ')}`);
}
