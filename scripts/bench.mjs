// `npm run bench`: times the forward pass, native and as wasm in Chromium, and what a reader waits
// for, and other engines beside it; prints a table and writes build/bench.json. The other engines
// are installed into the build folder; their ONNX files are written by PyTorch (FOVEA_PYTHON).
import { writeFileSync } from 'node:fs';
import { buildPreset, buildWeb } from './lib/build.mjs';
import { buildPath } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { setUpForTests } from './lib/setup.mjs';
import { exitOnError, runStages } from './lib/stages.mjs';

const records = [];
const programs = ['fovea_cli', 'fovea_bench', 'fovea_engine'];
const modules = ['fovea_wasm', 'fovea_bench', 'fovea_engine_plain', 'fovea_engine_relaxed'];

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

let models = [];

async function preparePeers() {
  models = await (await import('../tests/bench/peer-models.mjs')).preparePeers();
}

async function nativePeers() {
  const peers = await import('../tests/bench/peers.mjs');
  records.push(...(await peers.nativePeers(models)));
}

const chromiumPeers = () =>
  inChromium(async (_, browser) => {
    const peers = await import('../tests/bench/peers.mjs');
    records.push(...(await peers.chromiumPeers(browser, models)));
    records.push(...(await peers.startPeers(browser, models[0])));
  });

function printTable() {
  const measured = ['ms', 'gflops', 'percentOfLimit', 'ratio', 'inTime'];
  const columns = ['suite', 'engine', 'model', 'd', 'layers', 'n', 'capture', ...measured];
  const text = (value) =>
    typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(2) : String(value ?? '');
  const rows = [columns, ...records.map((record) => columns.map((name) => text(record[name])))];
  const widths = columns.map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  for (const row of rows) console.log(row.map((cell, i) => cell.padEnd(widths[i])).join('  '));
}

await exitOnError(async () => {
  setUpForTests();
  const { ok } = await runStages([
    { name: 'native build', run: () => buildPreset('release', programs) },
    { name: 'wasm build', run: () => buildPreset('wasm', modules) },
    { name: 'page build', run: buildWeb },
    { name: 'forward pass, native', run: nativeForward },
    { name: 'forward pass, wasm', run: wasmForward },
    { name: 'page', run: page },
    { name: 'frames', run: frames },
    { name: 'other engines: packages and models', run: preparePeers },
    { name: 'other engines, native', run: nativePeers },
    { name: 'other engines, in Chromium', run: chromiumPeers },
  ]);
  if (!ok) process.exit(1);
  console.log();
  printTable();
  writeFileSync(buildPath('bench.json'), `${JSON.stringify(records, null, 2)}\n`);
});
