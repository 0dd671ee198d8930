// Serves the build folder with the benchmark's pages in it.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { folderServer, listen } from '../../scripts/lib/static-server.mjs';

const files = [
  'page-engines.mjs',
  'page-rounds.mjs',
  'page-tensorflow.mjs',
  'rounds.mjs',
  'start-fovea.html',
  'start-onnxruntime.html',
];

/** So that the page's clock is exact to 5 µs, and not to 100. */
const isolated = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });

async function openPage(browser, url) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  return page;
}

/** Calls `measure(open)`, in which `open(file)` opens a page of the folder in a new profile. */
export async function withPages(browser, measure) {
  mkdirSync(buildPath('bench-page'), { recursive: true });
  for (const file of files)
    copyFileSync(projectPath(`tests/bench/${file}`), buildPath(`bench-page/${file}`));
  writeFileSync(buildPath('bench-page/index.html'), '<!doctype html><title>Engines</title>');
  const server = folderServer(buildPath(), isolated);
  const origin = await listen(server);
  const open = (file = 'index.html') => openPage(browser, `${origin}/bench-page/${file}`);
  try {
    return await measure(open);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
