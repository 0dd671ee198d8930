// Runs in the page of the benchmark: vectors of many texts, by `fovea/published` and by engines that
// pad texts to the longest. All of them are one thread, and average the tokens of each text.
import { PublishedModel } from './published.js';
import { alternate, largestDifference } from './rounds.mjs';

const modules = '/bench-peers/node_modules';
const folder = '/bench-sentences/';

async function fovea() {
  const model = await PublishedModel.open(new URL(folder, location.href).href);
  return (texts) => model.embed(texts);
}

/** Its own tokenizer, padding and mean, as its pipeline has them. */
async function transformers() {
  const { env, pipeline } = await import(
    `${modules}/@huggingface/transformers/dist/transformers.min.js`
  );
  Object.assign(env, { allowRemoteModels: false, allowLocalModels: true, localModelPath: '/' });
  Object.assign(env.backends.onnx.wasm, {
    numThreads: 1,
    wasmPaths: `${modules}/@huggingface/transformers/node_modules/onnxruntime-web/dist/`,
  });
  const name = folder.replaceAll('/', '');
  const extract = await pipeline('feature-extraction', name, { dtype: 'fp32', device: 'wasm' });
  const embed = async (texts) => {
    const { data, dims } = await extract(texts, { pooling: 'mean', normalize: true });
    return texts.map((_, i) => data.subarray(i * dims[1], (i + 1) * dims[1]));
  };
  return { embed, tokenizer: extract.tokenizer };
}

/** The mean of a text's rows, of length 1. */
function meanOf(data, width, first, count) {
  const mean = new Float32Array(width);
  for (let i = first; i < first + count; i++)
    for (let j = 0; j < width; j++) mean[j] += data[i * width + j];
  const length = Math.hypot(...mean);
  return mean.map((x) => x / length);
}

/** The runtime alone: its ids are made before. */
async function onnxruntime(idsOf) {
  const ort = await import(`${modules}/onnxruntime-web/dist/ort.wasm.min.mjs`);
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = `${modules}/onnxruntime-web/dist/`;
  const session = await ort.InferenceSession.create(`${folder}onnx/model.onnx`, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });
  return async (texts) => {
    const rows = texts.map((text) => idsOf.get(text));
    const n = Math.max(...rows.map((ids) => ids.length));
    const tensor = (number) => {
      const data = BigInt64Array.from(rows.flatMap((ids) => number(ids)).map(BigInt));
      return new ort.Tensor('int64', data, [rows.length, n]);
    };
    const padded = (ids, value) => Array.from({ length: n }, (_, i) => value(ids[i]));
    const { last_hidden_state: hidden } = await session.run({
      input_ids: tensor((ids) => padded(ids, (id) => id ?? 0)),
      attention_mask: tensor((ids) => padded(ids, (id) => (id === undefined ? 0 : 1))),
      token_type_ids: tensor((ids) => padded(ids, () => 0)),
    });
    return rows.map((ids, i) => meanOf(hidden.data, hidden.dims[2], i * n, ids.length));
  };
}

const oneByOne = (embed) => async (texts) => {
  const vectors = [];
  for (const text of texts) vectors.push(...(await embed([text])));
  return vectors;
};

const flat = (vectors) => vectors.flatMap((vector) => [...vector]);

/** The times of each engine for all texts, and how many tokens these have, and padded. */
export async function measure(texts, milliseconds) {
  const { embed, tokenizer } = await transformers();
  const idsOf = new Map(texts.map((text) => [text, Array.from(tokenizer.encode(text))]));
  const [ours, runtime] = [await fovea(), await onnxruntime(idsOf)];
  const engines = {
    fovea: ours,
    'fovea, one text at a time': oneByOne(ours),
    'transformers.js': embed,
    'onnxruntime-web': runtime,
    'onnxruntime-web, one text at a time': oneByOne(runtime),
  };
  const expected = flat(await embed(texts));
  for (const [name, engine] of Object.entries(engines)) {
    const difference = largestDifference(flat(await engine(texts)), expected);
    if (!(difference < 1e-3)) throw new Error(`${name} differs by ${difference}`);
  }
  const timed = (engine) => async (passes) => {
    const start = performance.now();
    for (let i = 0; i < passes; i++) await engine(texts);
    return (performance.now() - start) / passes;
  };
  const turns = Object.entries(engines).map(([name, engine]) => [name, timed(engine)]);
  const lengths = [...idsOf.values()].map((ids) => ids.length);
  return {
    times: await alternate(Object.fromEntries(turns), milliseconds),
    tokens: lengths.reduce((a, b) => a + b),
    padded: lengths.length * Math.max(...lengths),
  };
}
