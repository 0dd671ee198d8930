// `npm run bench`: times the forward pass, native and as wasm in Chromium, and what a reader waits
// for; prints a table and writes build/bench.json.
import { writeFileSync } from 'node:fs';
import { buildPreset, buildWeb } from './lib/build.mjs';
import { buildPath } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { setUpForTests } from './lib/setup.mjs';
import { exitOnError, runStages } from './lib/stages.mjs';

const records = [];

async function nativeForward() {
  const output = await run([buildPath('release/fovea_bench')]);
  for (const line of output.trim().split('\n'))
    records.push({ engine: 'native', ...JSON.parse(line) });
}

async function inChromium(measure) {
  const timings = await import('../tests/bench/page-timings.mjs');
  const browser = await timings.launch();
  await measure(timings, browser).finally(() => browser.close());
}

const wasmForward = () =>
  inChromium(async (timings, browser) => {
    for (const record of await timings.wasmForward(browser))
      records.push({ engine: 'wasm', ...record });
  });

const page = () =>
  inChromium(async (timings, browser) => {
    const engine = 'chromium';
    records.push({ engine, suite: 'cold start', ms: await timings.coldStart(browser) });
    records.push({ engine, suite: 'keystroke to frame', ms: await timings.keystroke(browser) });
  });

const frames = () =>
  inChromium(async (_, browser) => {
    const { frames: measured } = await import('../tests/bench/frame-timings.mjs');
    records.push({ engine: 'chromium', suite: 'frames', ...(await measured(browser)) });
  });

function printTable() {
  const columns = ['suite', 'engine', 'd', 'layers', 'n', 'capture', 'ms', 'gflops', 'inTime'];
  const text = (value) =>
    typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(2) : String(value ?? '');
  const rows = [columns, ...records.map((record) => columns.map((name) => text(record[name])))];
  const widths = columns.map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  for (const row of rows) console.log(row.map((cell, i) => cell.padEnd(widths[i])).join('  '));
}

await exitOnError(async () => {
  setUpForTests();
  const { ok } = await runStages([
    { name: 'native build', run: () => buildPreset('release', ['fovea_bench']) },
    { name: 'wasm build', run: () => buildPreset('wasm', ['fovea_wasm', 'fovea_bench']) },
    { name: 'page build', run: buildWeb },
    { name: 'forward pass, native', run: nativeForward },
    { name: 'forward pass, wasm', run: wasmForward },
    { name: 'page', run: page },
    { name: 'frames', run: frames },
  ]);
  if (!ok) process.exit(1);
  console.log();
  printTable();
  writeFileSync(buildPath('bench.json'), `${JSON.stringify(records, null, 2)}\n`);
});
