// Forward passes by onnxruntime-node on one thread: MODEL.onnx VOCABULARY answers each line
// `N PASSES` of the standard input with {"ms": of one pass, "sample": values of the output}.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { buildPath } from '../../scripts/lib/paths.mjs';

const ort = createRequire(buildPath('bench-peers/package.json'))('onnxruntime-node');
const [path, vocabulary] = process.argv.slice(2);
const session = await ort.InferenceSession.create(path, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
});

const idsOf = (n) =>
  new ort.Tensor(
    'int64',
    BigInt64Array.from({ length: n }, (_, i) => BigInt((7 * i) % vocabulary)),
    [n],
  );

/** Values from the first to the last, evenly apart: as all programs choose them. */
const sampleOf = (values, count = 97) =>
  Array.from(
    { length: count },
    (_, i) => values[Math.floor((i * (values.length - 1)) / (count - 1))],
  );

for await (const line of createInterface(process.stdin)) {
  const [n, passes] = line.split(' ').map(Number);
  const feeds = { ids: idsOf(n) };
  let output = null;
  const start = performance.now();
  for (let i = 0; i < passes; i++) ({ output } = await session.run(feeds));
  const ms = (performance.now() - start) / passes;
  const sample = sampleOf(output.data);
  console.log(JSON.stringify({ ms, sample }));
}
