// Runs in the page of the benchmark: all engines, and their turns.
import * as engines from './page-engines.mjs';
import { alternate, largestDifference } from './rounds.mjs';

export const capturing = 'fovea relaxed, all layers captured';
/** Longer traces of the large models do not fit into a module's memory. */
const longestCaptured = 128;

export async function open(model, vocabulary) {
  return {
    'fovea relaxed': await engines.fovea('relaxed', model),
    'fovea plain': await engines.fovea('plain', model),
    'onnxruntime-web': await engines.onnxruntime(model, vocabulary),
    'tfjs-wasm': await engines.tensorflow(model),
    // The others' weights are as wide as this file's: Fovea keeps those of a BF16 file narrow.
    ...(model === 'base' && {
      'fovea relaxed, F32 file': await engines.fovea('relaxed', 'base-f32'),
    }),
  };
}

/** Of an I8 file: F32 and integers. */
export const openIntegers = async (model) => ({
  scalars: await engines.fovea('relaxed', model, { folder: 'wasm-integers' }),
  integers: await engines.fovea('relaxed', model, { folder: 'wasm-integers', integers: true }),
});

/** Functions that make a pass of n tokens, by the engine's name. */
function passesOf(all, n) {
  const relaxed = all['fovea relaxed'];
  const entries = Object.entries(all).map(([name, engine]) => [name, engine.passOf(n)]);
  if (n <= longestCaptured) entries.push([capturing, relaxed.capturingPassOf(n)]);
  return Object.fromEntries(entries);
}

/** Refuses engines that do not compute the same: relative to the largest value. */
function checkOutputs(outputs, n) {
  for (const [name, output] of Object.entries(outputs)) {
    const difference = largestDifference(output, outputs['onnxruntime-web']);
    if (!(difference < 1e-3)) throw new Error(`${name} differs by ${difference} at n = ${n}`);
  }
}

/** `keep` is called with the values of the last pass. */
const timed = (pass, keep) => async (passes) => {
  let values;
  const start = performance.now();
  for (let i = 0; i < passes; i++) values = await pass();
  const ms = (performance.now() - start) / passes;
  keep(values);
  return ms;
};

/** The times of each engine, and the limit in each round. */
export async function measure(all, n, milliseconds) {
  const limits = [];
  const outputs = {};
  const turns = {};
  for (const [name, pass] of Object.entries(passesOf(all, n)))
    turns[name] = timed(pass, (values) => {
      outputs[name] = values;
    });
  const measureLimit = async () => limits.push(all['fovea relaxed'].limit());
  const times = await alternate(turns, milliseconds, measureLimit);
  checkOutputs(outputs, n);
  return { times, limits };
}

/** The times of both, and by how much they differ. */
export async function measureIntegers(both, n, milliseconds) {
  const outputs = {};
  const turns = {};
  for (const name of ['scalars', 'integers'])
    turns[name] = timed(both[name].passOf(n), (values) => {
      outputs[name] = values;
    });
  const times = await alternate(turns, milliseconds);
  return { times, difference: largestDifference(outputs.integers, outputs.scalars) };
}
