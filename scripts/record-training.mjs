// Trains the encoder that the training view begins with, and writes down what one of its heads does at "it" on the
// way: the strip on the first page. Takes a minute; to be run again where the trainer, its corpus or its settings change.
import { readFileSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { buildPath, projectPath } from './lib/paths.mjs';

// Most browsers run relaxed SIMD; Node 20 has it behind a flag.
setFlagsFromString('--experimental-wasm-relaxed-simd');

const settings = { size: 'tiny', seed: 1, warmup: true, structure: '' };
const texts = ['tired', 'wide'].map(
  (end) => `The animal didn't cross the street because it was too ${end}`,
);
const looked = [0, 100, 200, 300, 400, 500, 600, 800, 1300];
/** Of the last layer, from 0: it ends with the nouns' weights nearest to 1. */
const head = 3;

const { default: create } = await import(buildPath('wasm/fovea_learn.js'));
const wasmBinary = readFileSync(buildPath('wasm/fovea_learn_relaxed.wasm'));
const fovea = await create({ wasmBinary });
const trainer = fovea.createTrainer(settings);
const { steps, config } = trainer.info();
const layer = config.num_hidden_layers - 1;

function makeStep() {
  const shards = trainer.beginStep();
  for (let shard = 0; shard < shards; shard++) trainer.runShard(shard);
  trainer.finishStep(Array(shards).fill(null));
}

/** The head's weights at "it", in hundredths. */
function rowOf(model, text) {
  const { tokens, tensors, data } = model.encode(new TextEncoder().encode(text), {});
  const token = tokens.findIndex(({ piece }) => piece === 'it');
  const { offset } = tensors.find(({ name }) => name === `layers.${layer}.attention.weights`);
  const begin = offset + (head * tokens.length + token) * tokens.length;
  return Array.from(data.subarray(begin, begin + tokens.length), (w) => Math.round(100 * w));
}

function frameAt(step) {
  const bytes = trainer.model();
  const read = (offset, length) => bytes.subarray(offset, offset + length);
  const model = fovea.loadModel({ size: bytes.length, read });
  const [tired, wide] = texts.map((text) => rowOf(model, text));
  model.delete();
  return { step, tired, wide };
}

const frames = [frameAt(0)];
for (let step = 1; step <= steps; step++) {
  makeStep();
  if (looked.includes(step) || step === steps) frames.push(frameAt(step));
}
const lines = frames.map((frame) => `    ${JSON.stringify(frame)}`);
const place = JSON.stringify({ layer, head });
writeFileSync(
  projectPath('web/src/element/recorded-training.json'),
  `{\n  "place": ${place},\n  "frames": [\n${lines.join(',\n')}\n  ]\n}\n`,
);
