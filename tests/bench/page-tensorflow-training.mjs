// Runs in the page of the benchmark: the shipped model's training in the operations of TensorFlow.js,
// which differentiates them. The same weights, batches and updates as the others', by its wasm backend
// on one thread. Sentences are padded to the longest, as it has no other way.
import { loadTensorflow } from './page-engines.mjs';
import { tensorsOf } from './page-tensorflow.mjs';

const head = 'cls.predictions';

// As floats: with a type of its own its wasm kernel writes whole numbers.
const oneHot = (tf, ids, count) => tf.cast(tf.oneHot(ids, count), 'float32');

const transposed = (tf, x) =>
  tf.transpose(x, [...Array(x.rank - 2).keys(), x.rank - 1, x.rank - 2]);

/** A·B. Both passes transpose beforehand: its kernel is many times slower where it is to do so. */
const product = (tf, a, b) =>
  tf.customGrad((x, y, save) => {
    save([x, y]);
    return {
      value: tf.matMul(x, y),
      gradFunc: (dy, [left, right]) => [
        tf.matMul(dy, transposed(tf, right)),
        tf.matMul(transposed(tf, left), dy),
      ],
    };
  })(a, b);

/** Rows of a matrix. The library's own gradient of `gather` has no kernel in its wasm backend. */
const rowsOf = (tf, matrix, rows) =>
  tf.customGrad((x, save) => {
    save([rows]);
    const count = x.shape[0];
    return {
      value: tf.gather(x, rows),
      gradFunc: (dy, [at]) => tf.matMul(transposed(tf, oneHot(tf, at, count)), dy),
    };
  })(matrix);

/** The mean cross-entropy of logits with the targets' ids. */
const crossEntropy = (tf, logits, ids) =>
  tf.customGrad((x, save) => {
    const shifted = tf.sub(x, tf.max(x, 1, true));
    const weights = tf.softmax(x);
    const targets = oneHot(tf, ids, x.shape[1]);
    const logSum = tf.log(tf.sum(tf.exp(shifted), 1, true));
    const value = tf.neg(tf.mean(tf.sum(tf.mul(targets, tf.sub(shifted, logSum)), 1)));
    save([weights, targets]);
    return {
      value,
      gradFunc: (dy, [p, t]) => tf.mul(tf.div(tf.sub(p, t), ids.shape[0]), dy),
    };
  })(logits);

/** Where the tokens of sentences laid end to end stand when each is padded to the longest. */
function padded(tf, lengths) {
  const longest = Math.max(...lengths);
  const places = lengths.flatMap((n, s) => Array.from({ length: n }, (_, i) => s * longest + i));
  const keep = lengths.flatMap((n) =>
    Array.from({ length: longest }, (_, i) => (i < n ? 0 : -1e9)),
  );
  return {
    ...{ longest, places },
    mask: tf.tensor(keep, [lengths.length, 1, 1, longest]),
    all: lengths.length * longest,
  };
}

class Model {
  constructor(tf, config, tensors) {
    Object.assign(this, { tf, config });
    this.weights = Object.fromEntries(
      Object.entries(tensors).map(([name, tensor]) => [name, tf.variable(tensor, true, name)]),
    );
  }

  linear(name, x) {
    const { tf, weights } = this;
    const y = product(tf, x, tf.transpose(weights[`${name}.weight`]));
    return tf.add(y, weights[`${name}.bias`]);
  }

  norm(name, x) {
    const { tf, weights } = this;
    const centred = tf.sub(x, tf.mean(x, 1, true));
    const variance = tf.mean(tf.square(centred), 1, true);
    const standard = tf.div(centred, tf.sqrt(tf.add(variance, this.config.layer_norm_eps)));
    return tf.add(tf.mul(standard, weights[`${name}.weight`]), weights[`${name}.bias`]);
  }

  embed(ids, { longest, all, places }) {
    const { tf, config, weights } = this;
    const { hidden_size: d } = config;
    const flat = new Int32Array(all);
    places.forEach((place, i) => {
      flat[place] = ids[i];
    });
    const rows = rowsOf(tf, weights['embeddings.word_embeddings.weight'], tf.tensor1d(flat));
    const scaled = config.embedding_scale ? tf.mul(rows, Math.sqrt(d)) : rows;
    const table = new Float32Array(longest * d);
    for (let p = 0; p < longest; p++)
      for (let j = 0; j < d; j++) {
        const angle = p / 10000 ** ((j - (j % 2)) / d);
        table[p * d + j] = j % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
      }
    const placed = tf.add(tf.reshape(scaled, [-1, longest, d]), tf.tensor(table, [1, longest, d]));
    const x = tf.reshape(placed, [-1, d]);
    return config.embedding_norm ? this.norm('embeddings.LayerNorm', x) : x;
  }

  attention(name, x, { longest, mask }) {
    const { tf } = this;
    const { hidden_size: d, num_attention_heads: heads } = this.config;
    const [q, k, v] = ['query', 'key', 'value'].map((part) =>
      tf.transpose(
        tf.reshape(this.linear(`${name}.self.${part}`, x), [-1, longest, heads, d / heads]),
        [0, 2, 1, 3],
      ),
    );
    const scores = tf.add(
      tf.mul(product(tf, q, transposed(tf, k)), 1 / Math.sqrt(d / heads)),
      mask,
    );
    const joined = tf.transpose(product(tf, tf.softmax(scores), v), [0, 2, 1, 3]);
    return this.linear(`${name}.output.dense`, tf.reshape(joined, [-1, d]));
  }

  encode(ids, layout) {
    const { tf } = this;
    let x = this.embed(ids, layout);
    for (let l = 0; l < this.config.num_hidden_layers; l++) {
      const name = `encoder.layer.${l}`;
      const attended = tf.add(x, this.attention(`${name}.attention`, x, layout));
      x = this.norm(`${name}.attention.output.LayerNorm`, attended);
      const hidden = tf.relu(this.linear(`${name}.intermediate.dense`, x));
      const output = tf.add(x, this.linear(`${name}.output.dense`, hidden));
      x = this.norm(`${name}.output.LayerNorm`, output);
    }
    return x;
  }

  /** Of the targets' rows; `table` and `bias` are of the output. */
  headLoss(x, { rows, ids }, places, table, bias) {
    const { tf } = this;
    const at = tf.tensor1d(
      rows.map((row) => places[row]),
      'int32',
    );
    const hidden = tf.relu(this.linear(`${head}.transform.dense`, rowsOf(tf, x, at)));
    const normed = this.norm(`${head}.transform.LayerNorm`, hidden);
    const logits = product(tf, normed, tf.transpose(table));
    return crossEntropy(tf, tf.add(logits, bias), tf.tensor1d(ids, 'int32'));
  }
}

class Training {
  constructor(tf, model, { options, batches }) {
    Object.assign(this, { tf, model, options, batches, steps: 0 });
    const zeros = () =>
      Object.fromEntries(
        Object.entries(model.weights).map(([name, w]) => [name, tf.variable(tf.zerosLike(w))]),
      );
    Object.assign(this, { first: zeros(), second: zeros() });
  }

  /** The masked words' loss, and the gradients of that and the references'. */
  differentiate(batch) {
    const { tf, model, options } = this;
    const layout = padded(tf, batch.lengths);
    const table = model.weights['embeddings.word_embeddings.weight'];
    const bias = model.weights[`${head}.bias`];
    let loss;
    const { grads } = tf.variableGrads(() => {
      const x = model.encode(batch.ids, layout);
      const { places } = layout;
      const masked = model.headLoss(x, batch.maskedWords, places, table, bias);
      [loss] = masked.dataSync();
      const constant = [table, bias].map((w) => tf.tensor(w.dataSync(), w.shape));
      const references = model.headLoss(x, batch.references, places, ...constant);
      return tf.add(masked, tf.mul(references, options.referenceWeight));
    });
    return { loss, grads };
  }

  decayOf(name) {
    if (this.model.weights[name].rank < 2) return 0;
    return /\.(query|key)\./.test(name) ? this.options.scoreDecay : this.options.weightDecay;
  }

  /** AdamW. */
  update(grads, rate) {
    const { tf, options } = this;
    const squares = Object.values(grads).map((g) => tf.sum(tf.square(g)));
    const norm = Math.sqrt(tf.addN(squares).dataSync()[0]);
    const scale = Math.min(1, options.clipNorm / norm);
    this.steps += 1;
    const [a, b] = [0.9, 0.98];
    const [firstScale, secondScale] = [a, b].map((beta) => 1 / (1 - beta ** this.steps));
    for (const [name, gradient] of Object.entries(grads)) {
      const [w, m, v] = [this.model.weights[name], this.first[name], this.second[name]];
      const g = tf.mul(gradient, scale);
      m.assign(tf.add(tf.mul(m, a), tf.mul(g, 1 - a)));
      v.assign(tf.add(tf.mul(v, b), tf.mul(tf.square(g), 1 - b)));
      const root = tf.add(tf.sqrt(tf.mul(v, secondScale)), 1e-9);
      const change = tf.mul(tf.div(m, root), rate * firstScale);
      w.assign(tf.sub(tf.mul(w, 1 - rate * this.decayOf(name)), change));
    }
  }

  step() {
    const { tf } = this;
    const batch = this.batches[this.steps];
    return tf.tidy(() => {
      const { loss, grads } = this.differentiate(batch);
      this.update(grads, batch.rate);
      return loss;
    });
  }
}

/** `step` resolves to the milliseconds of a step and its loss. */
export async function training(model, batches) {
  const tf = await loadTensorflow(true);
  const bytes = new Uint8Array(await (await fetch(model)).arrayBuffer());
  const { config, tensors } = tensorsOf(tf, bytes);
  const plan = await (await fetch(batches)).json();
  const trainer = new Training(tf, new Model(tf, config, tensors), plan);
  return {
    step: async () => {
      const start = performance.now();
      const loss = trainer.step();
      return { ms: performance.now() - start, loss };
    },
  };
}
