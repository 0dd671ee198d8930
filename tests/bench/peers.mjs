// Fovea beside other engines: in one page of headless Chromium, and natively. All on one thread,
// with the same weights and ids, in turn.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { folderServer, listen } from '../../scripts/lib/static-server.mjs';
import { exporter, flops, modelPath, onnxPath, python } from './peer-models.mjs';

const lengths = [11, 64, 128, 512];
const rounds = Number(process.env.FOVEA_BENCH_ROUNDS ?? 9);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const lengthsOf = ({ config }) => lengths.filter((n) => n <= config.max_position_embeddings);

function record(suite, { name, config }, { engine, n, ms, ratio, limit }) {
  const gflops = flops(config, n) / ms / 1e6;
  const percentOfLimit = (100 * gflops) / limit;
  return { suite, engine, model: name, n, ms, gflops, percentOfLimit, ratio };
}

/** Serves the build folder, with the page's scripts in it, to `measure(open)`. */
async function withPages(browser, measure) {
  mkdirSync(buildPath('bench-page'), { recursive: true });
  for (const file of ['page-engines.mjs', 'page-peers.mjs'])
    copyFileSync(projectPath(`tests/bench/${file}`), buildPath(`bench-page/${file}`));
  writeFileSync(buildPath('bench-page/index.html'), '<!doctype html><title>Engines</title>');
  const server = folderServer(buildPath());
  const origin = await listen(server);
  const open = async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${origin}/bench-page/index.html`);
    return page;
  };
  await measure(open).finally(() => {
    server.closeAllConnections();
    server.close();
  });
}

export async function chromiumPeers(browser, models) {
  const records = [];
  await withPages(browser, async (open) => {
    for (const model of models) {
      const page = await open();
      await page.evaluate(
        async ([name, vocabulary]) => {
          globalThis.peers = await import('./page-peers.mjs');
          globalThis.all = await globalThis.peers.open(name, vocabulary);
        },
        [model.name, model.config.vocab_size],
      );
      for (const n of lengthsOf(model)) {
        const results = await page.evaluate(
          ([n, rounds]) => globalThis.peers.compare(globalThis.all, n, rounds),
          [n, rounds],
        );
        for (const result of results) records.push(record('chromium', model, result));
      }
      await page.context().close();
    }
  });
  return records;
}

/** From navigation to the first result, each time in a new profile. */
export async function startPeers(browser, model) {
  const engines = ['fovea relaxed', 'onnxruntime-web'];
  const times = engines.map(() => []);
  await withPages(browser, async (open) => {
    for (let round = 0; round < rounds; round++)
      for (const [i, engine] of engines.entries()) {
        const page = await open();
        const ms = await page.evaluate(
          async ([engine, name, vocabulary]) =>
            (await import('./page-peers.mjs')).firstResult(engine, name, vocabulary),
          [engine, model.name, model.config.vocab_size],
        );
        times[i].push(ms);
        await page.context().close();
      }
  });
  return engines.map((engine, i) => {
    const ratio = median(times[i].map((time, round) => times[1][round] / time));
    return { suite: 'start', engine, model: model.name, n: 11, ms: median(times[i]), ratio };
  });
}

/** The JSON lines of an output; a program's warnings stand between them. */
const parseLines = (output) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

async function timeOnnxruntime(model) {
  const require = createRequire(buildPath('bench-peers/package.json'));
  const ort = require('onnxruntime-node');
  const options = { intraOpNumThreads: 1, interOpNumThreads: 1, graphOptimizationLevel: 'all' };
  const session = await ort.InferenceSession.create(onnxPath(model.name), options);
  const results = [];
  for (const n of lengthsOf(model)) {
    const values = Array.from({ length: n }, (_, i) => BigInt((7 * i) % model.config.vocab_size));
    const ids = new ort.Tensor('int64', BigInt64Array.from(values), [n]);
    const { output } = await session.run({ ids });
    const times = [];
    const begin = performance.now();
    while (times.length < 3 || performance.now() - begin < 500) {
      const start = performance.now();
      await session.run({ ids });
      times.push(performance.now() - start);
    }
    const checksum = output.data.reduce((sum, value) => sum + Math.abs(value), 0);
    results.push({ n, ms: median(times), checksum });
  }
  await session.release();
  return results;
}

/** Each engine in a turn of its own, all lengths at once, three times over. */
export async function nativePeers(models) {
  const records = [];
  for (const model of models) {
    const all = lengthsOf(model).map(String);
    const turns = {
      fovea: async () =>
        parseLines(
          await run([buildPath('release/fovea_engine'), modelPath(model.name), 'none', ...all]),
        ),
      'onnxruntime-node': () => timeOnnxruntime(model),
      pytorch: async () =>
        parseLines(await run([python, exporter, modelPath(model.name), 'time', ...all])),
    };
    const seen = Object.fromEntries(Object.keys(turns).map((engine) => [engine, []]));
    const limits = [];
    for (let round = 0; round < 3; round++)
      for (const [engine, turn] of Object.entries(turns)) {
        const results = await turn();
        if (engine === 'fovea') limits.push(results.shift().limit);
        seen[engine].push(results);
      }
    for (const [i, n] of lengthsOf(model).entries()) checkSums(model, n, seen, i);
    const limit = median(limits);
    for (const [i, n] of lengthsOf(model).entries())
      for (const [engine, perRound] of Object.entries(seen)) {
        const times = perRound.map((results) => results[i].ms);
        const ofPeer = seen['onnxruntime-node'].map((results) => results[i].ms);
        const ratio = median(times.map((time, round) => ofPeer[round] / time));
        records.push(record('native', model, { engine, n, ms: median(times), ratio, limit }));
      }
  }
  return records;
}

function checkSums(model, n, seen, i) {
  const sums = Object.values(seen).map((perRound) => perRound[0][i].checksum);
  const spread = (Math.max(...sums) - Math.min(...sums)) / Math.max(...sums);
  if (!(spread < 1e-3)) throw new Error(`${model.name}, n = ${n}: the outputs differ by ${spread}`);
}
