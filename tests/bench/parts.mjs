// What the page takes for what it does with a model's parts, in headless Chromium: a circuit of twelve
// words, and what all heads do in 1,000 sentences of eleven, with the shipped model and with one of
// BERT-base's shape. `node tests/bench/parts.mjs [bert [SENTENCES]]` prints it.
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { bertModel, hasModel, megabytes, textOf } from './bert.mjs';
import { longestTask } from './long-texts.mjs';
import { launch } from './pages.mjs';
import { median } from './rounds.mjs';

const page = pathToFileURL(projectPath('dist/index.html')).href;
const sentences = 1000;

const everyday = readFileSync(projectPath('core/train/data/everyday_sentences.txt'), 'utf8').split(
  '\n',
);

/** Sentences of the shipped vocabulary, each of eleven words. */
function elevenWords() {
  const words = everyday
    .filter((line) => line && !line.startsWith('#'))
    .join(' ')
    .split(/\s+/);
  const at = (i) => words[i % words.length];
  return Array.from({ length: sentences }, (_, i) =>
    Array.from({ length: 11 }, (_, j) => at(11 * i + j)).join(' '),
  );
}

/** Milliseconds of processor time that all workers of the browser's pages have had. */
async function workersTime(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const threads = processInfo.flatMap(({ id }) =>
    readdirSync(`/proc/${id}/task`).map((task) => `/proc/${id}/task/${task}/stat`),
  );
  const times = threads.map((path) => {
    const [, name, rest] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(path, 'utf8')) ?? [];
    const [user, system] = rest.split(' ').slice(11, 13).map(Number);
    // The system counts in hundredths of a second.
    return name.startsWith('DedicatedWorker') ? 10 * (user + system) : 0;
  });
  return times.reduce((sum, time) => sum + time, 0);
}

/** Milliseconds until it is done, by the clock and of the workers, and the main thread's longest task. */
async function timed(browser, tab, act) {
  await browser.startTracing(tab, { categories: ['disabled-by-default-devtools.timeline'] });
  const [start, before] = [performance.now(), await workersTime(browser)];
  await act();
  const [ms, cpu] = [performance.now() - start, (await workersTime(browser)) - before];
  return { ms, cpu, longest: longestTask(await browser.stopTracing()) };
}

async function opened(browser, view, more = '') {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await tab.goto(`${page}#view=${view}&token=it${more}`);
  const figure = tab.locator(`fovea-explorer fovea-${view}`);
  await figure.locator('.question').waitFor({ timeout: 60_000 });
  return { tab, figure };
}

const twelve =
  '&sentence=The+big+animal+didn%27t+cross+the+street+because+it+was+too+tired' +
  '&other=The+big+animal+didn%27t+cross+the+street+because+it+was+too+wide';

/** The search for a circuit: of another share each time. */
async function circuit(browser) {
  const { tab, figure } = await opened(browser, 'circuit', twelve);
  await figure.locator('.guess').first().click();
  const runs = [];
  for (const keep of [80, 85, 88, 92, 95]) {
    const run = await timed(browser, tab, async () => {
      await figure.locator('.setting input').fill(String(keep));
      await figure.locator('progress').waitFor();
      await figure.locator('progress').waitFor({ state: 'detached', timeout: 60_000 });
    });
    runs.push(run);
  }
  await tab.close();
  // The slider rests for a quarter of a second before a search begins.
  const ms = median(runs.map((run) => run.ms)) - 250;
  const cpu = median(runs.map((run) => run.cpu));
  return {
    what: 'circuit, 12 words',
    ms,
    cpu,
    longest: Math.max(...runs.map((run) => run.longest)),
  };
}

const paste = (figure, texts) =>
  figure.locator('textarea').evaluate((field, text) => {
    field.value = text;
    field.dispatchEvent(new Event('change'));
  }, texts.join('\n'));

/** A study of texts, and the memory of the page's process as it goes on. */
async function study(browser, { tab, figure }, what, texts) {
  const memory = [];
  const watch = setInterval(async () => memory.push(await megabytes(browser, 'VmRSS')), 2000);
  const run = await timed(browser, tab, async () => {
    await paste(figure, texts);
    await figure.locator('progress').waitFor({ timeout: 60_000 });
    await figure.locator('progress').waitFor({ state: 'detached', timeout: 1_000_000 });
  });
  clearInterval(watch);
  return { what, ...run, memory };
}

async function shipped(browser) {
  const { tab, figure } = await opened(browser, 'corpus');
  const all = elevenWords();
  const first = await study(browser, { tab, figure }, 'corpus, shipped', all);
  const again = await study(browser, { tab, figure }, 'corpus, shipped, again', all.toReversed());
  await tab.close();
  return [first, again];
}

async function bert(browser) {
  const tab = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await tab.goto(`${page}#view=corpus`);
  const figure = tab.locator('fovea-explorer fovea-corpus');
  const files = tab.locator('fovea-explorer input[type=file]').first();
  await files.setInputFiles(await bertModel());
  await tab.waitForFunction(hasModel, 12, { timeout: 120_000 });
  const count = Number(process.argv[3] ?? sentences);
  const texts = Array.from({ length: count }, (_, i) => textOf(13, 11 * i));
  await figure.locator('textarea').waitFor();
  return study(browser, { tab, figure }, `corpus, BERT-base, ${count} sentences`, texts);
}

const browser = await launch();
const print = ({ what, ms, cpu, longest, memory = [] }) =>
  console.log(
    `${what}: ${(ms / 1000).toFixed(2)} s, ${(cpu / 1000).toFixed(2)} s of the worker, longest task ${longest.toFixed(0)} ms; MB: ${memory.map((mb) => mb.toFixed(0)).join(' ')}`,
  );
if (process.argv[2] === 'bert') print(await bert(browser));
else {
  print(await circuit(browser));
  for (const run of await shipped(browser)) print(run);
}
await browser.close();
