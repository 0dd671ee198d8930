// Opens the benchmark's pages, served from the build folder.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { chromium as playwright } from '@playwright/test';
import { build } from 'vite';
import { chromium } from '../../scripts/lib/chromium.mjs';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';

const files = [
  'loading.html',
  'loading-worker.mjs',
  'page-engines.mjs',
  'page-kernel-speed.mjs',
  'page-rounds.mjs',
  'page-sentences.mjs',
  'page-tensorflow.mjs',
  'page-tensorflow-training.mjs',
  'page-training.mjs',
  'rounds.mjs',
  'start-fovea.html',
  'start-onnxruntime.html',
];

/** How long the processes of a new tab are busy with themselves, generously; milliseconds. */
const tabStart = 1000;

export const launch = () => playwright.launch(chromium);

/** An empty tab in a new profile. */
const newTab = async (browser) => (await browser.newContext()).newPage();

/** The same, whose processes have started: what it shows then is what is waited for. */
export async function quietTab(browser) {
  const page = await newTab(browser);
  await setTimeout(tabStart);
  return page;
}

async function openPage(browser, url) {
  const page = await newTab(browser);
  await page.goto(url);
  return page;
}

/** Writes the page's reading of model files as a module with all that it imports. */
const writeSource = (folder) =>
  build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      lib: {
        entry: projectPath('web/src/model/source.ts'),
        formats: ['es'],
        fileName: () => 'source.mjs',
      },
    },
  });

async function writePages() {
  const to = (name) => buildPath(`bench-page/${name}`);
  mkdirSync(to(''), { recursive: true });
  for (const file of files) copyFileSync(projectPath(`tests/bench/${file}`), to(file));
  copyFileSync(projectPath('dist/fovea-learn.js'), to('fovea-learn.js'));
  writeFileSync(to('index.html'), '<!doctype html><title>Engines</title>');
  await writeSource(to(''));
}

/**
 * Calls `measure(open, address)`, in which `open(file)` opens a page of the folder in a new profile,
 * and `address(file)` says where it is. Unless they are `isolated` the pages' clocks are exact to
 * 100 µs instead of 5, and they are opened as most pages are, without changing processes.
 */
export async function withPages(browser, measure, { isolated = true } = {}) {
  await writePages();
  const server = fork(projectPath('tests/bench/page-server.mjs'), isolated ? ['isolated'] : []);
  try {
    const [origin] = await once(server, 'message');
    const address = (file = 'index.html') => `${origin}/bench-page/${file}`;
    return await measure((file) => openPage(browser, address(file)), address);
  } finally {
    server.kill();
  }
}
