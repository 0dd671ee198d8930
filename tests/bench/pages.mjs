// Serves the build folder with the benchmark's pages in it.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { chromium as playwright } from '@playwright/test';
import ts from 'typescript';
import { chromium } from '../../scripts/lib/chromium.mjs';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { folderServer, listen } from '../../scripts/lib/static-server.mjs';

const files = [
  'loading.html',
  'loading-worker.mjs',
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

export const launch = () => playwright.launch(chromium);

async function openPage(browser, url) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  return page;
}

function writePages() {
  const to = (name) => buildPath(`bench-page/${name}`);
  mkdirSync(to(''), { recursive: true });
  for (const file of files) copyFileSync(projectPath(`tests/bench/${file}`), to(file));
  writeFileSync(to('index.html'), '<!doctype html><title>Engines</title>');
  // A model file is read as the page reads it.
  const source = readFileSync(projectPath('web/src/model/source.ts'), 'utf8');
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  writeFileSync(to('source.mjs'), ts.transpileModule(source, { compilerOptions }).outputText);
}

/** Calls `measure(open)`, in which `open(file)` opens a page of the folder in a new profile. */
export async function withPages(browser, measure) {
  writePages();
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
