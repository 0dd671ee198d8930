// Runs in the page of the benchmark: times engines in turn, so that what else the machine does
// meets all of them.
import * as engines from './page-engines.mjs';

const passesFor = 30; // milliseconds of an engine's turn
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Milliseconds a pass, over as many as the engine's turn holds. */
async function turn(engine, n, passes) {
  const start = performance.now();
  for (let i = 0; i < passes; i++) await engine.forward(n);
  return (performance.now() - start) / passes;
}

function largestDifference(a, b) {
  let [difference, size] = [0, 0];
  a.forEach((value, i) => {
    difference = Math.max(difference, Math.abs(value - b[i]));
    size = Math.max(size, Math.abs(b[i]));
  });
  return difference / size;
}

/** Refuses engines that do not compute the same: relative to the largest value. */
async function checkOutputs(all, n) {
  const [[, reference], ...others] = all;
  const expected = await reference.forward(n);
  for (const [name, engine] of others) {
    const difference = largestDifference(await engine.forward(n), expected);
    if (!(difference < 1e-3)) throw new Error(`${name} differs by ${difference} at n = ${n}`);
  }
}

/** From the start of the navigation to an engine's first result. */
export async function firstResult(name, model, vocabulary) {
  const engine =
    name === 'onnxruntime-web'
      ? await engines.onnxruntime(model, vocabulary)
      : await engines.fovea('relaxed', model);
  await engine.forward(11);
  return performance.now();
}

export async function open(model, vocabulary) {
  return [
    ['fovea relaxed', await engines.fovea('relaxed', model)],
    ['fovea plain', await engines.fovea('plain', model)],
    ['onnxruntime-web', await engines.onnxruntime(model, vocabulary)],
    ['tfjs-wasm', await engines.tensorflow(model)],
  ];
}

/**
 * For each engine the median of its turns, the median over the rounds of `peer`'s time over its own
 * in the same round, and the median of the limits measured between the rounds: on a shared machine
 * both move together.
 */
export async function compare(all, n, rounds, peer = 'onnxruntime-web') {
  await checkOutputs(all, n);
  const passes = new Map();
  for (const [name, engine] of all)
    passes.set(name, Math.max(1, Math.round(passesFor / (await turn(engine, n, 1)))));
  const times = all.map(() => []);
  const limits = [];
  for (let round = 0; round < rounds; round++) {
    for (const [i, [name, engine]] of all.entries())
      times[i].push(await turn(engine, n, passes.get(name)));
    limits.push(all[0][1].limit());
  }
  const ofPeer = times[all.findIndex(([name]) => name === peer)];
  return all.map(([engine], i) => ({
    engine,
    n,
    ms: median(times[i]),
    best: Math.min(...times[i]),
    ratio: median(times[i].map((time, round) => ofPeer[round] / time)),
    limit: median(limits),
  }));
}
