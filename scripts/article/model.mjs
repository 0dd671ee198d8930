// The model of the page, run in Node as the page runs it: what the article's numbers are measured on.
import { readFileSync } from 'node:fs';
import { buildPath, projectPath } from '../lib/paths.mjs';

/** One pass over a text: the tensors of its trace by name, and what is predicted. */
class Run {
  constructor(encoding, vocabulary) {
    this.tokens = encoding.tokens;
    this.data = encoding.data;
    this.vocabulary = vocabulary;
    this.tensors = new Map(encoding.tensors.map((tensor) => [tensor.name, tensor]));
  }

  /** All numbers of a tensor, row after row. */
  all(name) {
    const tensor = this.tensors.get(name);
    if (!tensor) throw new Error(`the trace has no tensor "${name}"`);
    return this.data.subarray(tensor.offset, tensor.offset + tensor.length);
  }

  /** The last axis of a tensor at the given leading indices. */
  row(name, ...leading) {
    const { axes } = this.tensors.get(name) ?? { axes: [] };
    const width = axes.at(-1)?.size ?? 0;
    const index = leading.reduce((sum, i, axis) => sum * axes[axis].size + i, 0);
    return this.all(name).subarray(index * width, (index + 1) * width);
  }

  /** The place of the last token that reads so. */
  at(piece) {
    const place = this.tokens.findLastIndex((token) => token.piece === piece);
    if (place < 0) throw new Error(`the text has no piece "${piece}"`);
    return place;
  }

  /** Softmax of the logits at a token, by id. */
  shares(token) {
    const logits = this.row('logits', token);
    const most = Math.max(...logits);
    const powers = Array.from(logits, (x) => Math.exp(x - most));
    const sum = powers.reduce((total, x) => total + x, 0);
    return powers.map((x) => x / sum);
  }

  /** The piece that the model names at a token, and its probability. */
  guess(token) {
    const shares = this.shares(token);
    const best = Math.max(...shares);
    return { piece: this.vocabulary[shares.indexOf(best)], probability: best };
  }

  probability(token, piece) {
    return this.shares(token)[this.vocabulary.indexOf(piece)];
  }
}

/** The shipped model, and the runs made of it, each made once. */
export class ArticleModel {
  #runs = new Map();

  constructor(model) {
    this.model = model;
    this.info = model.info();
    this.config = this.info.config;
    const showcase = JSON.parse(this.info.metadata.showcase);
    this.layer = showcase.layer;
    this.head = showcase.head;
    this.dK = this.config.hidden_size / this.config.num_attention_heads;
    this.lastOutput = `layers.${this.config.num_hidden_layers - 1}.feedForward.norm`;
  }

  /** A run that is computed now, whether or not it has been before. */
  anew(text, pass = {}) {
    return new Run(this.model.encode(text, pass), this.info.vocabulary);
  }

  run(text, pass = {}) {
    const key = JSON.stringify([text, pass]);
    const known = this.#runs.get(key);
    if (known) return known;
    const run = this.anew(text, pass);
    this.#runs.set(key, run);
    return run;
  }

  parameter(name) {
    return this.model.parameter(name);
  }

  /** A word's row of the table, not yet scaled. */
  embedding(piece) {
    const { shape, data } = this.parameter('embeddings.word_embeddings.weight');
    const id = this.info.vocabulary.indexOf(piece);
    return data.subarray(id * shape[1], (id + 1) * shape[1]);
  }
}

const moduleOf = async (name) => {
  const { default: create } = await import(buildPath(`wasm/${name}.js`));
  return create({ wasmBinary: readFileSync(buildPath(`wasm/${name}.wasm`)) });
};

export const shippedBytes = () => readFileSync(projectPath('web/models/fovea-demo.safetensors'));

/** A model of BERT's kind; the shipped one where none is given. */
export async function openModel(bytes = shippedBytes()) {
  const fovea = await moduleOf('fovea');
  const read = (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length));
  return new ArticleModel(fovea.loadModel({ size: bytes.length, read }));
}

/**
 * The module that trains and studies untrained encoders, and beside it the shipped model in the one
 * that searches for circuits and studies heads.
 */
export async function openStudies() {
  const [learn, relatives] = await Promise.all(['fovea_learn', 'fovea_relatives'].map(moduleOf));
  const bytes = shippedBytes();
  const read = (offset, length) => new Uint8Array(bytes.subarray(offset, offset + length));
  const model = relatives.loadModel({ size: bytes.length, read });
  return Object.assign(learn, { relatives, model });
}
