// `npm run bench [-- SUITE…]`: times Fovea beside other engines, natively and in Chromium, and what
// a reader waits for. Prints a table, and writes build/bench.json, the figures of
// docs/performance.md and docs/images/growth-*.svg, a suite's as soon as it is done. The other engines
// are installed into the build folder; their ONNX files are written by PyTorch (FOVEA_PYTHON). With
// names of suites it measures those alone and keeps the others' records and figures. With `--against
// DIR` the page in that build folder takes turns with this one in the suites "frames" and "start".
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildPreset, buildWeb } from './lib/build.mjs';
import { buildPath, projectPath } from './lib/paths.mjs';
import { setUpForTests } from './lib/setup.mjs';
import { exitOnError, runStages } from './lib/stages.mjs';

const {
  positionals,
  values: { against },
} = parseArgs({ allowPositionals: true, options: { against: { type: 'string' } } });

const recordsFile = buildPath('bench.json');
const programs = ['fovea_cli', 'fovea_engine', 'fovea_training', 'fovea_growth', 'fovea_loading'];
const modules = [
  'fovea_wasm',
  'fovea_learn',
  'fovea_relatives',
  'fovea_published',
  'fovea_engine_plain',
  'fovea_engine_relaxed',
];

const bench = (file) => import(`../tests/bench/${file}.mjs`);

const timeOf = async (milliseconds, parts) => new (await bench('time')).Time(milliseconds, parts);

/** What a suite measured, and the programs that took part, with their versions. */
const measured = (records, ...versions) => ({ records, versions });

async function inChromium(measure) {
  const browser = await (await bench('pages')).launch();
  try {
    const { records, versions } = await measure(browser);
    return measured(records, `Chromium ${browser.version()}`, ...versions);
  } finally {
    await browser.close();
  }
}

async function peers(...names) {
  const { versionOf } = await bench('peers');
  return names.map(versionOf);
}

async function torch() {
  const { hasFastTorch, torchVersion } = await bench('torch');
  return hasFastTorch() ? [`PyTorch ${torchVersion()}`] : [];
}

/** By name, the page to measure, and the one of `--against`. */
const builds = () => ({
  page: pathToFileURL(projectPath('dist/index.html')).href,
  ...(against && { [`page in ${against}`]: pathToFileURL(resolve(against, 'index.html')).href }),
});

/** A record for each build of the page. */
const ofBuilds = (suite, what, results) =>
  results.map(({ build, ...rest }) => ({
    ...{ suite, model: 'demo', engine: `${build}: ${what}`, ...rest },
  }));

/** Milliseconds for which the page plays at least: some steps, and the passages between them. */
const leastPlayed = 6000;

async function frames(browser, milliseconds) {
  const [{ change, keystroke }, { frames: measure }] = [
    await bench('page-waits'),
    await bench('frame-timings'),
  ];
  const records = [];
  const own = { page: builds().page };
  const slower = { 1: '', 4: ', processor four times slower', 6: ', processor six times slower' };
  const add = (what, rate, results) =>
    records.push(...ofBuilds('frames', `${what}${slower[rate]}`, results));
  const time = await timeOf(milliseconds, 6 + 2 * Object.keys(builds()).length);
  for (const rate of [1, 4]) {
    add('key to frame', rate, await keystroke(browser, builds(), rate, time.share()));
    for (const [way, what] of Object.entries({ drag: 'a drag', key: 'a switch' }))
      add(`${what} to frame`, rate, await change(browser, own, way, rate, time.share()));
  }
  for (const [build, url] of Object.entries(builds()))
    for (const rate of [1, 4, 6]) {
      // The whole timeline once, and its beginning otherwise.
      const most = rate === 4 ? Number.POSITIVE_INFINITY : Math.max(leastPlayed, time.share());
      add('playing', rate, [{ build, ...(await measure(browser, url, rate, most)) }]);
    }
  return measured(records);
}

const longTexts = async (browser) => measured(await (await bench('long-texts')).longTexts(browser));

async function bert() {
  const { launch } = await bench('pages');
  const browser = await launch();
  const version = `Chromium ${browser.version()}`;
  await browser.close();
  return measured(await (await bench('bert')).bert(launch), version);
}

async function start(browser, milliseconds) {
  const time = await timeOf(milliseconds, 6);
  const pages = await (await bench('page-waits')).coldStart(browser, builds(), time.share());
  const records = [
    ...(await (await bench('start')).start(browser, time.share())),
    ...ofBuilds('start', 'first picture', pages),
    ...(await (await bench('slow-line')).slowLine(browser, time.share(3))),
    ...(await (await bench('loading')).loading(browser, time.share())),
  ];
  return measured(records, ...(await peers('onnxruntime-web')));
}

async function native(models, milliseconds) {
  const records = await (await bench('native')).native(models, milliseconds);
  return measured(records, ...(await peers('onnxruntime-node')), ...(await torch()));
}

async function chromium(browser, models, milliseconds) {
  const records = await (await bench('chromium')).chromium(browser, models, milliseconds);
  const names = ['onnxruntime-web', '@tensorflow/tfjs-backend-wasm'];
  return measured(records, ...(await peers(...names)));
}

async function train(browser, milliseconds) {
  const records = await (await bench('training')).training(browser, milliseconds);
  const names = ['@tensorflow/tfjs-backend-wasm'];
  return measured(records, ...(await peers(...names)), ...(await torch()));
}

async function sentences(browser, milliseconds) {
  const records = await (await bench('sentences')).sentences(browser, milliseconds);
  return measured(records, ...(await peers('@huggingface/transformers', 'onnxruntime-web')));
}

async function integers(browser, milliseconds) {
  return measured(await (await bench('integers')).integers(browser, milliseconds));
}

async function growth() {
  await (await bench('growth')).growth();
  return measured([]);
}

/**
 * Each suite; `models` are those that it needs in the formats of the other engines, `prepare` makes what it alone
 * needs. `run` is called with the models and with the milliseconds that it may take, of which what it measures once
 * takes no heed.
 */
const suites = {
  frames: { run: (_, ms) => inChromium((browser) => frames(browser, ms)) },
  start: { models: ['demo'], run: (_, ms) => inChromium((browser) => start(browser, ms)) },
  native: { models: ['demo', 'base', 'BERT-base'], run: native },
  chromium: {
    models: ['demo', 'base', 'BERT-base'],
    run: (models, ms) => inChromium((browser) => chromium(browser, models, ms)),
  },
  long: { run: () => inChromium(longTexts) },
  bert: { run: bert },
  train: { run: (_, ms) => inChromium((browser) => train(browser, ms)) },
  sentences: {
    models: [],
    prepare: async () => (await bench('sentences')).prepare(),
    run: (_, ms) => inChromium((browser) => sentences(browser, ms)),
  },
  integers: {
    prepare: async () => (await bench('integers')).prepare(),
    run: (_, ms) => inChromium((browser) => integers(browser, ms)),
  },
  growth: { run: growth },
};

function chosenSuites(names) {
  for (const name of names)
    if (!suites[name]) throw new Error(`no suite "${name}": ${Object.keys(suites).join(', ')}`);
  return names.length > 0 ? names : Object.keys(suites);
}

/** The records of a former run, or of suites measured before. */
const storedRecords = () =>
  existsSync(recordsFile) ? JSON.parse(readFileSync(recordsFile, 'utf8')) : [];

/** Measures a suite, and keeps what it gave before the next one starts; resolves to its records. */
async function runSuite(name, models, seconds) {
  const { records, versions } = await suites[name].run(models, 1000 * seconds);
  const others = storedRecords().filter(({ suite }) => suite !== name);
  writeFileSync(recordsFile, `${JSON.stringify([...others, ...records], null, 2)}\n`);
  const { machine } = await bench('machine');
  const { measuredAt } = await bench('arithmetic');
  const setting = machine([...versions, await measuredAt(name)]);
  (await bench('tables')).writeFigures(name, records, setting);
  return records;
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
  const chosen = chosenSuites(positionals);
  setUpForTests();
  const needed = [...new Set(chosen.flatMap((name) => suites[name].models ?? []))];
  if (chosen.some((name) => suites[name].models)) (await bench('torch')).requireTorch();
  const seconds = (await bench('time')).secondsOf(chosen);
  const records = [];
  let models = [];
  const { ok } = await runStages([
    { name: 'native build', run: () => buildPreset('release', programs) },
    { name: 'wasm build', run: () => buildPreset('wasm', modules) },
    { name: 'page build', run: buildWeb },
    {
      name: 'other engines and models',
      run: async () => {
        if (needed.length > 0) models = await (await bench('peer-models')).prepareModels(needed);
        for (const name of chosen) await suites[name].prepare?.();
      },
    },
    ...chosen.map((name, i) => ({
      name,
      run: async () => {
        (await bench('progress')).say(`${name}, suite ${i + 1} of ${chosen.length}`);
        records.push(...(await runSuite(name, models, seconds[name])));
      },
    })),
  ]);
  console.log();
  printTable(records);
  if (!ok) process.exit(1);
});
