// `npm run bench [-- SUITE…]`: times Fovea beside other engines, natively and in Chromium, and what
// a reader waits for. Prints a table, and writes build/bench.json, the tables of
// docs/performance.md and docs/images/growth-*.svg. The other engines are installed into the build
// folder; their ONNX files are written by PyTorch (FOVEA_PYTHON). With names of suites it measures
// those alone and keeps the others' records.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { buildPreset, buildWeb } from './lib/build.mjs';
import { buildPath } from './lib/paths.mjs';
import { setUpForTests } from './lib/setup.mjs';
import { exitOnError, runStages } from './lib/stages.mjs';

const recordsFile = buildPath('bench.json');
const programs = ['fovea_cli', 'fovea_engine', 'fovea_training', 'fovea_growth'];
const modules = ['fovea_wasm', 'fovea_engine_plain', 'fovea_engine_relaxed'];

const bench = (file) => import(`../tests/bench/${file}.mjs`);

async function inChromium(measure) {
  const browser = await (await bench('pages')).launch();
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}

async function frames(browser) {
  const [{ keystroke }, { frames: measure }] = [
    await bench('page-waits'),
    await bench('frame-timings'),
  ];
  const page = { suite: 'frames', model: 'demo' };
  return [
    { ...page, engine: 'page: key to frame', ms: await keystroke(browser) },
    { ...page, engine: 'page: playing', ...(await measure(browser)) },
  ];
}

async function start(browser) {
  const ms = await (await bench('page-waits')).coldStart(browser);
  return [
    ...(await (await bench('start')).start(browser)),
    { suite: 'start', engine: 'page: first picture', model: 'demo', ms },
  ];
}

/** Each resolves to its records; `growth` has none. */
const suites = {
  frames: () => inChromium(frames),
  start: () => inChromium(start),
  native: async (models) => (await bench('native')).native(models),
  chromium: async (models) =>
    inChromium(async (b) => (await bench('chromium')).chromium(b, models)),
  train: () => inChromium(async (browser) => (await bench('training')).training(browser)),
  growth: async () => (await bench('growth')).growth(),
};

function chosenSuites(names) {
  for (const name of names)
    if (!suites[name]) throw new Error(`no suite "${name}": ${Object.keys(suites).join(', ')}`);
  return names.length > 0 ? names : Object.keys(suites);
}

/** What is kept of a former run: the records of suites that are not measured now. */
function otherRecords(chosen) {
  if (!existsSync(recordsFile)) return [];
  return JSON.parse(readFileSync(recordsFile)).filter(({ suite }) => !chosen.includes(suite));
}

function printTable(records) {
  const columns = ['suite', 'engine', 'model', 'n', 'ms', 'gflops', 'percentOfLimit', 'ratio'];
  const text = (value) =>
    typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(2) : String(value ?? '');
  const rows = [columns, ...records.map((record) => columns.map((name) => text(record[name])))];
  const widths = columns.map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  for (const row of rows) console.log(row.map((cell, i) => cell.padEnd(widths[i])).join('  '));
}

await exitOnError(async () => {
  const chosen = chosenSuites(process.argv.slice(2));
  setUpForTests();
  const records = [];
  let models = [];
  const { ok } = await runStages([
    { name: 'native build', run: () => buildPreset('release', programs) },
    { name: 'wasm build', run: () => buildPreset('wasm', modules) },
    { name: 'page build', run: buildWeb },
    {
      name: 'other engines and models',
      run: async () => {
        models = await (await bench('peer-models')).preparePeers();
      },
    },
    ...chosen.map((name) => ({
      name,
      run: async () => {
        records.push(...((await suites[name](models)) ?? []));
      },
    })),
  ]);
  if (!ok) process.exit(1);
  console.log();
  printTable(records);
  const all = [...otherRecords(chosen), ...records];
  writeFileSync(recordsFile, `${JSON.stringify(all, null, 2)}\n`);
  (await bench('tables')).writeTables(all);
});
