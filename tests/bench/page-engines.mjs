// Runs in the page of the benchmark: engines with one face, {forward(n, capture): Promise<values>}.
// Every one computes the same encoder from the same weights and ids, on one thread.
const modules = '/bench-peers/node_modules';

const bytesOf = async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer());
const idsOf = (n, vocabulary) => Array.from({ length: n }, (_, i) => (7 * i) % vocabulary);

const loadScript = (url) =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = resolve;
    script.onerror = () => reject(new Error(`no script at ${url}`));
    script.src = url;
    document.head.append(script);
  });

async function foveaModule(kind) {
  await loadScript(`/wasm/fovea_engine_${kind}.js`);
  const locateFile = () => `/wasm/fovea_engine_${kind}.wasm`;
  return globalThis.createFoveaEngine({ locateFile });
}

/** Fovea, as the module `plain` or `relaxed`; `limit` is of the module's own multiply-adds. */
export async function fovea(kind, model) {
  const core = await foveaModule(kind);
  const engine = new core.Engine(await bytesOf(`/bench-models/${model}.safetensors`));
  const forward = (all) => async (n) => {
    engine.forward(n, all);
    return engine.output(all).slice();
  };
  return {
    forward: forward(false),
    forwardCapturing: forward(true),
    limit: () => core.limitGflops(),
  };
}

/** A training of the shipped model's size; `step` resolves to the loss. */
export async function training(kind) {
  const core = await foveaModule(kind);
  const trainer = new core.Training();
  return { step: () => trainer.step() };
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
    forward: async (n) => {
      const ids = new ort.Tensor('int64', BigInt64Array.from(idsOf(n, vocabulary), BigInt), [n]);
      return (await session.run({ ids })).output.data;
    },
  };
}

/** The tensors of a safetensors file of F32 or F16, as views or widened copies. */
function tensorsOf(tf, bytes) {
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  const { __metadata__: metadata, ...entries } = header;
  const config = JSON.parse(metadata.config);
  const tensors = {};
  for (const [name, { dtype, shape, data_offsets: range }] of Object.entries(entries)) {
    const raw = bytes.slice(8 + length + range[0], 8 + length + range[1]).buffer;
    const values = dtype === 'F32' ? new Float32Array(raw) : widened(new Uint16Array(raw));
    tensors[name] = tf.tensor(values, shape);
  }
  return { config, tensors };
}

/** Of finite F16 values. */
function widened(halves) {
  return Float32Array.from(halves, (half) => {
    const exponent = (half >> 10) & 31;
    const fraction = half & 1023;
    const magnitude =
      exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
    return half & 0x8000 ? -magnitude : magnitude;
  });
}

function sinusoids(tf, n, d) {
  const table = new Float32Array(n * d);
  for (let p = 0; p < n; p++)
    for (let j = 0; j < d; j++) {
      const angle = p / 10000 ** ((j - (j % 2)) / d);
      table[p * d + j] = j % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
    }
  return tf.tensor(table, [n, d]);
}

/** TensorFlow.js: the encoder in its operations; weights are transposed once, when loaded. */
export async function tensorflow(model) {
  await loadScript(`${modules}/@tensorflow/tfjs-core/dist/tf-core.min.js`);
  await loadScript(`${modules}/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js`);
  const tf = globalThis.tf;
  tf.wasm.setWasmPaths(`${modules}/@tensorflow/tfjs-backend-wasm/dist/`);
  tf.wasm.setThreadsCount(1);
  await tf.setBackend('wasm');
  await tf.ready();
  const { config, tensors } = tensorsOf(tf, await bytesOf(`/bench-models/${model}.safetensors`));
  const kernels = {};
  for (const [name, tensor] of Object.entries(tensors))
    if (/(query|key|value|dense)\.weight$/.test(name)) kernels[name] = tf.transpose(tensor);
  const { hidden_size: d, num_attention_heads: heads } = config;
  const activation = config.hidden_act === 'relu' ? tf.relu : gelu;

  function gelu(x) {
    return tf.mul(tf.mul(x, 0.5), tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1));
  }
  const linear = (name, x) =>
    tf.add(tf.matMul(x, kernels[`${name}.weight`]), tensors[`${name}.bias`]);
  const norm = (name, x) => {
    const { mean, variance } = tf.moments(x, 1, true);
    const standard = tf.mul(tf.sub(x, mean), tf.rsqrt(tf.add(variance, config.layer_norm_eps)));
    return tf.add(tf.mul(standard, tensors[`${name}.weight`]), tensors[`${name}.bias`]);
  };
  const split = (x) => tf.transpose(tf.reshape(x, [-1, heads, d / heads]), [1, 0, 2]);
  const attention = (name, x) => {
    const [q, k, v] = ['query', 'key', 'value'].map((part) =>
      split(linear(`${name}.self.${part}`, x)),
    );
    const scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(d / heads));
    const joined = tf.transpose(tf.matMul(tf.softmax(scores), v), [1, 0, 2]);
    return linear(`${name}.output.dense`, tf.reshape(joined, [-1, d]));
  };
  const positions =
    config.position_embedding_type === 'sinusoidal'
      ? sinusoids(tf, Math.min(512, config.max_position_embeddings), d)
      : tensors['embeddings.position_embeddings.weight'];

  const encode = (n) => {
    const ids = tf.tensor1d(idsOf(n, config.vocab_size), 'int32');
    let x = tf.gather(tensors['embeddings.word_embeddings.weight'], ids);
    if (config.embedding_scale) x = tf.mul(x, Math.sqrt(d));
    x = tf.add(x, tf.slice(positions, 0, n));
    if (config.embedding_norm) x = norm('embeddings.LayerNorm', x);
    for (let l = 0; l < config.num_hidden_layers; l++) {
      const name = `encoder.layer.${l}`;
      const y = tf.add(x, attention(`${name}.attention`, x));
      x = norm(`${name}.attention.output.LayerNorm`, y);
      const hidden = activation(linear(`${name}.intermediate.dense`, x));
      x = norm(`${name}.output.LayerNorm`, tf.add(x, linear(`${name}.output.dense`, hidden)));
    }
    return x;
  };
  return {
    forward: async (n) => {
      const output = tf.tidy(() => encode(n));
      const values = await output.data();
      output.dispose();
      return values;
    },
  };
}
