// How long a model file takes to load, and its peak memory: natively and in Chromium.
import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { buildPath } from '../../scripts/lib/paths.mjs';
import { withPages } from './pages.mjs';
import { prepareWholeBert } from './peer-models.mjs';
import { say } from './progress.mjs';
import { repeat } from './rounds.mjs';

const megabyte = 1e6;
const rounds = { least: 3, most: 5 };

async function loadNatively(file) {
  // Its standard error tells of the progress.
  const { stdout } = await promisify(execFile)(buildPath('release/fovea_loading'), [file]);
  return JSON.parse(stdout);
}

/** The most memory that a process has had at once. */
const peakBytes = (pid) =>
  1024 * Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s*(\d+)/)[1]);

/** The same of the largest of the browser's pages. */
async function largestPage(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return Math.max(...pages.map(({ id }) => peakBytes(id)));
}

async function loadInChromium(open, browser, file) {
  const page = await open('loading.html');
  await page.locator('input').setInputFiles(file);
  await page.waitForFunction(() => globalThis.loaded, null, { timeout: 120_000 });
  const loaded = await page.evaluate(() => globalThis.loaded);
  const processBytes = await largestPage(browser);
  await page.context().close();
  return { ...loaded, processBytes };
}

/** What `load` resolves to in the round of the median time. */
async function middle(milliseconds, load) {
  const loads = [];
  await repeat(milliseconds, rounds, async (round) => {
    say(`loading BERT-base, round ${round + 1}`);
    loads.push(await load());
  });
  return loads.sort((a, b) => a.ms - b.ms)[Math.floor(loads.length / 2)];
}

export async function loading(browser, milliseconds) {
  const file = await prepareWholeBert();
  const { size } = statSync(file);
  const record = (engine, { ms, bytes, processBytes }) => ({
    ...{ suite: 'start', engine, model: 'BERT-base', ms },
    ...{ megabytes: bytes / megabyte, fileMegabytes: size / megabyte, timesFile: bytes / size },
    processMegabytes: processBytes / megabyte,
  });
  const native = await middle(milliseconds / 2, () => loadNatively(file));
  const inPage = await withPages(browser, (open) =>
    middle(milliseconds / 2, () => loadInChromium(open, browser, file)),
  );
  return [
    record('loading, native', { ...native, processBytes: native.bytes }),
    record('loading, Chromium', inPage),
  ];
}
