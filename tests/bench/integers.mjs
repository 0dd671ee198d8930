// Passes of I8 files in integers beside the same files' in F32, natively and in Chromium, there by a build
// of its own: the page's modules have no integers.
import { buildPath } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { withPages } from './pages.mjs';
import { modelPath, prepareIntegers } from './peer-models.mjs';
import { withPrograms } from './programs.mjs';
import { say } from './progress.mjs';
import { alternate, largestDifference, median, medianRatio } from './rounds.mjs';

const lengths = [11, 64, 128];
const engine = buildPath('release/fovea_engine');

const recordOf = (where, model, n, { times, difference }) => ({
  ...{ suite: 'integers', engine: where, model, n, difference },
  ms: median(times.integers),
  scalarMs: median(times.scalars),
  ratio: medianRatio(times.scalars, times.integers),
});

async function natively(programs, n, milliseconds) {
  const samples = {};
  const turn = (name) => async (passes) => {
    const { ms, sample } = await programs[name].ask(`${n} ${passes}`);
    samples[name] = sample;
    return ms;
  };
  const turns = { scalars: turn('scalars'), integers: turn('integers') };
  const times = await alternate(turns, milliseconds);
  return { times, difference: largestDifference(samples.integers, samples.scalars) };
}

/** In a page, of the model with its engines opened. */
const inPage = (page, n, milliseconds) =>
  page.evaluate(
    ([length, time]) => globalThis.bench.measureIntegers(globalThis.engines, length, time),
    [n, milliseconds],
  );

const openEngines = (page, name) =>
  page.evaluate(async (model) => {
    globalThis.bench = await import('./page-rounds.mjs');
    globalThis.engines = await globalThis.bench.openIntegers(model);
  }, name);

async function buildModule() {
  const folder = buildPath('wasm-integers');
  await run(['cmake', '--preset', 'wasm', '-B', folder, '-DFOVEA_WASM_INTEGERS=ON']);
  await run(['cmake', '--build', folder, '--target', 'fovea_engine_relaxed']);
}

let models = [];

/** The models, and a module for the page that multiplies in integers. */
export async function prepare() {
  await buildModule();
  models = await prepareIntegers();
}

export async function integers(browser, milliseconds) {
  const records = [];
  const each = milliseconds / (2 * models.length * lengths.length);
  for (const { name, file } of models) {
    const programs = {
      scalars: [engine, modelPath(file)],
      integers: [engine, modelPath(file), 'integers'],
    };
    await withPrograms(programs, async (started) => {
      for (const n of lengths) {
        say(`integers: natively, ${name}, n = ${n}`);
        records.push(recordOf('natively', name, n, await natively(started, n, each)));
      }
    });
  }
  await withPages(browser, async (open) => {
    for (const { name, file } of models) {
      const page = await open();
      await openEngines(page, file);
      for (const n of lengths) {
        say(`integers: in Chromium, ${name}, n = ${n}`);
        records.push(recordOf('Chromium', name, n, await inPage(page, n, each)));
      }
      await page.context().close();
    }
  });
  return records;
}
