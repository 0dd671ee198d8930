// Runs in the page of the benchmark: engines with one face, {passOf(n): () → Promise of the values},
// so that what no pass needs to repeat is done before. Every one computes the same encoder from the
// same weights and ids, on one thread.
import { TensorflowEncoder, tensorsOf } from './page-tensorflow.mjs';

const modules = '/bench-peers/node_modules';

const bytesOf = async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer());
const idsOf = (n, vocabulary) => Array.from({ length: n }, (_, i) => (7 * i) % vocabulary);

export const loadScript = (url) =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = resolve;
    script.onerror = () => reject(new Error(`no script at ${url}`));
    script.src = url;
    document.head.append(script);
  });

async function foveaModule(kind, folder) {
  await loadScript(`/${folder}/fovea_engine_${kind}.js`);
  const locateFile = () => `/${folder}/fovea_engine_${kind}.wasm`;
  return globalThis.createFoveaEngine({ locateFile });
}

/**
 * Fovea, as the module `plain` or `relaxed` of a build folder, multiplying in integers or not; `limit` is of the
 * module's own multiply-adds.
 */
export async function fovea(kind, model, { folder = 'wasm', integers = false } = {}) {
  const core = await foveaModule(kind, folder);
  const engine = new core.Engine(await bytesOf(`/bench-models/${model}.safetensors`), integers);
  const passOf = (all) => (n) => async () => {
    engine.forward(n, all);
    return engine.output(all).slice();
  };
  return {
    passOf: passOf(false),
    capturingPassOf: passOf(true),
    limit: () => core.limitGflops(),
  };
}

export async function onnxruntime(model, vocabulary) {
  const ort = await import(`${modules}/onnxruntime-web/dist/ort.wasm.min.mjs`);
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmPaths = `${modules}/onnxruntime-web/dist/`;
  const session = await ort.InferenceSession.create(`/bench-models/${model}.onnx`, {
    executionProviders: ['wasm'],
    graphOptimizationLevel: 'all',
  });
  return {
    passOf: (n) => {
      const ids = new ort.Tensor('int64', BigInt64Array.from(idsOf(n, vocabulary), BigInt), [n]);
      return async () => (await session.run({ ids })).output.data;
    },
  };
}

/** TensorFlow.js with its wasm backend; `whole` is the file that can differentiate too. */
export async function loadTensorflow(whole = false) {
  const file = whole ? 'tfjs/dist/tf.min.js' : 'tfjs-core/dist/tf-core.min.js';
  await loadScript(`${modules}/@tensorflow/${file}`);
  await loadScript(`${modules}/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js`);
  const tf = globalThis.tf;
  tf.wasm.setWasmPaths(`${modules}/@tensorflow/tfjs-backend-wasm/dist/`);
  tf.wasm.setThreadsCount(1);
  await tf.setBackend('wasm');
  await tf.ready();
  return tf;
}

export async function tensorflow(model) {
  const tf = await loadTensorflow();
  const { config, tensors } = tensorsOf(tf, await bytesOf(`/bench-models/${model}.safetensors`));
  const encoder = new TensorflowEncoder(tf, config, tensors);
  return {
    passOf: (n) => {
      const ids = idsOf(n, config.vocab_size);
      return async () => {
        const output = tf.tidy(() => encoder.encode(ids));
        const values = await output.data();
        output.dispose();
        return values;
      };
    },
  };
}
