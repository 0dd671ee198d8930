// Runs in the page of the benchmark: the encoder in the operations of TensorFlow.js.

/** The config, and the tensors by name, of a safetensors file of F32, F16, BF16 or I8 with scales. */
export function tensorsOf(tf, bytes) {
  const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
  const { __metadata__: metadata, ...entries } = header;
  const tensors = {};
  for (const [name, { dtype, shape, data_offsets: range }] of Object.entries(entries)) {
    const raw = bytes.slice(8 + length + range[0], 8 + length + range[1]).buffer;
    tensors[name] = tf.tensor(read[dtype](raw), shape);
  }
  for (const name of Object.keys(tensors).filter((each) => each.endsWith('.scale'))) {
    const weight = name.replace(/scale$/, 'weight');
    tensors[weight] = tf.mul(tensors[weight], tf.expandDims(tensors[name], 1));
    delete tensors[name];
  }
  return { config: JSON.parse(metadata.config), tensors };
}

const read = {
  I8: (raw) => Float32Array.from(new Int8Array(raw)),
  F32: (raw) => new Float32Array(raw),
  F16: (raw) => Float32Array.from(new Uint16Array(raw), ofF16),
  BF16: (raw) =>
    new Float32Array(Uint32Array.from(new Uint16Array(raw), (bits) => bits << 16).buffer),
};

/** The value of a finite F16. */
function ofF16(half) {
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  const magnitude = exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25);
  return half & 0x8000 ? -magnitude : magnitude;
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

/** Post-norm. Weights are transposed once, when it is made. */
export class TensorflowEncoder {
  constructor(tf, config, tensors) {
    Object.assign(this, { tf, config, tensors, kernels: {} });
    for (const [name, tensor] of Object.entries(tensors))
      if (/(query|key|value|dense)\.weight$/.test(name)) this.kernels[name] = tf.transpose(tensor);
    const { position_embedding_type: type, max_position_embeddings: most } = config;
    this.positions =
      type === 'sinusoidal'
        ? sinusoids(tf, Math.min(512, most), config.hidden_size)
        : tensors['embeddings.position_embeddings.weight'];
  }

  /** The last hidden state of the ids: to be called inside tf.tidy. */
  encode(ids) {
    let x = this.embed(ids);
    for (let l = 0; l < this.config.num_hidden_layers; l++) x = this.layer(`encoder.layer.${l}`, x);
    return x;
  }

  embed(ids) {
    const { tf, config, tensors } = this;
    const rows = tf.tensor1d(ids, 'int32');
    let x = tf.gather(tensors['embeddings.word_embeddings.weight'], rows);
    if (config.embedding_scale) x = tf.mul(x, Math.sqrt(config.hidden_size));
    x = tf.add(x, tf.slice(this.positions, 0, ids.length));
    return config.embedding_norm ? this.norm('embeddings.LayerNorm', x) : x;
  }

  layer(name, input) {
    const { tf } = this;
    const attended = tf.add(input, this.attention(`${name}.attention`, input));
    const x = this.norm(`${name}.attention.output.LayerNorm`, attended);
    const hidden = this.hidden(`${name}.intermediate.dense`, x);
    const output = this.linear(`${name}.output.dense`, hidden);
    return this.norm(`${name}.output.LayerNorm`, tf.add(x, output));
  }

  attention(name, x) {
    const { tf } = this;
    const { hidden_size: d, num_attention_heads: heads } = this.config;
    const split = (y) => tf.transpose(tf.reshape(y, [-1, heads, d / heads]), [1, 0, 2]);
    const [q, k, v] = ['query', 'key', 'value'].map((part) =>
      split(this.linear(`${name}.self.${part}`, x)),
    );
    const scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(d / heads));
    const joined = tf.transpose(tf.matMul(tf.softmax(scores), v), [1, 0, 2]);
    return this.linear(`${name}.output.dense`, tf.reshape(joined, [-1, d]));
  }

  /** Fused: one operation of the library multiplies, adds the bias and, for ReLU, activates. */
  linear(name, x, activation = 'linear') {
    const bias = this.tensors[`${name}.bias`];
    return this.tf.fused.matMul({ a: x, b: this.kernels[`${name}.weight`], bias, activation });
  }

  norm(name, x) {
    const { tf } = this;
    const { mean, variance } = tf.moments(x, 1, true);
    const rstd = tf.rsqrt(tf.add(variance, this.config.layer_norm_eps));
    const standard = tf.mul(tf.sub(x, mean), rstd);
    return tf.add(tf.mul(standard, this.tensors[`${name}.weight`]), this.tensors[`${name}.bias`]);
  }

  /** ReLU or GELU of a linear layer. */
  hidden(name, input) {
    const { tf } = this;
    if (this.config.hidden_act === 'relu') return this.linear(name, input, 'relu');
    const x = this.linear(name, input);
    return tf.mul(tf.mul(x, 0.5), tf.add(tf.erf(tf.mul(x, Math.SQRT1_2)), 1));
  }
}
