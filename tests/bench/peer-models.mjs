// The models of the comparison with other engines: the same encoder as a model file of ours and as
// ONNX.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { cached, fingerprint } from './cached.mjs';
import { installPeers } from './peers.mjs';
import { python } from './torch.mjs';
import { writeWidened } from './widened.mjs';

const shared = { vocab_size: 1000, norm_order: 'post', add_special_tokens: false };
const configs = {
  base: {
    ...shared,
    ...{ hidden_size: 512, num_attention_heads: 8, intermediate_size: 2048, num_hidden_layers: 6 },
    ...{ max_position_embeddings: 4096, position_embedding_type: 'sinusoidal', hidden_act: 'relu' },
  },
  'BERT-base': {
    ...shared,
    ...{ hidden_size: 768, num_attention_heads: 12, intermediate_size: 3072 },
    ...{ num_hidden_layers: 12, max_position_embeddings: 512, hidden_act: 'gelu' },
    ...{ position_embedding_type: 'absolute', layer_norm_eps: 1e-12 },
    ...{ embedding_norm: true, embedding_scale: false },
  },
};
export const modelNames = ['demo', ...Object.keys(configs)];

const lengths = [11, 64, 128, 512];
export const lengthsOf = ({ config }) => lengths.filter((n) => n <= config.max_position_embeddings);

const inFolder = (file) => buildPath(`bench-models/${file}`);
export const modelPath = (name) => inFolder(`${name}.safetensors`);
export const onnxPath = (name) => inFolder(`${name}.onnx`);

const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

/** Random weights in the shape of the config. */
async function makeModel(name, config, dtype) {
  const words = Array.from({ length: config.vocab_size - specials.length }, (_, i) => `w${i}`);
  const vocabulary = `${[...specials, ...words].join('\n')}\n`;
  const print = fingerprint(JSON.stringify(config), vocabulary, dtype);
  await cached(modelPath(name), print, async (path) => {
    const [configFile, vocabularyFile] = ['json', 'txt'].map((end) => inFolder(`${name}.${end}`));
    writeFileSync(configFile, JSON.stringify(config));
    writeFileSync(vocabularyFile, vocabulary);
    const inputs = ['--config', configFile, '--vocab', vocabularyFile, '--dtype', dtype];
    await run([buildPath('release/fovea'), 'init', ...inputs, '--seed', '1', '--out', path]);
  });
}

const read = (path) => readFileSync(path);

/** The same values at twice the width. */
const widen = (from, to) =>
  cached(modelPath(to), fingerprint(read(modelPath(from))), async (path) =>
    writeWidened(modelPath(from), path),
  );

function exportOnnx(name) {
  const scripts = ['torch_forward.py', 'torch_encoder.py'].map((file) =>
    projectPath(`tests/bench/${file}`),
  );
  const print = fingerprint(read(modelPath(name)), ...scripts.map(read));
  return cached(onnxPath(name), print, (path) => run([python, scripts[0], modelPath(name), path]));
}

/** The config in a model file's metadata. */
function configOf(name) {
  const bytes = readFileSync(modelPath(name));
  const length = Number(bytes.readBigUInt64LE(0));
  return JSON.parse(JSON.parse(bytes.toString('utf8', 8, 8 + length)).__metadata__.config);
}

/** Multiplications and additions of the matrix products of one pass; all else is left out. */
export function flops(config, n) {
  const d = config.hidden_size;
  const linear = 2 * n * (4 * d * d + 2 * d * config.intermediate_size);
  return config.num_hidden_layers * (linear + 4 * n * n * d);
}

/** Brings the other engines and these models, and gives them as {name, config}. */
export async function prepareModels(names) {
  await installPeers();
  mkdirSync(inFolder(''), { recursive: true });
  for (const name of names) {
    if (configs[name]) await makeModel(name, configs[name], 'bf16');
    else copyFileSync(projectPath(`web/models/fovea-${name}.safetensors`), modelPath(name));
    if (name === 'base') await widen('base', 'base-f32');
    await exportOnnx(name);
  }
  return names.map((name) => ({ name, config: configOf(name) }));
}

/** A model of few and wide layers, whose time goes to products; it has a loss: {name, config}. */
export async function makeWideModel() {
  const wide = { hidden_size: 1024, intermediate_size: 4096, num_hidden_layers: 3 };
  const [name, config] = ['wide', { ...configs.base, ...wide, masked_word_head: true }];
  mkdirSync(inFolder(''), { recursive: true });
  await makeModel(name, config, 'bf16');
  return { name, config };
}

/** The models of the comparison between integers and F32, as I8 files: {name, file}. */
export async function prepareIntegers() {
  mkdirSync(inFolder(''), { recursive: true });
  const models = Object.keys(configs).map((name) => ({ name, file: `${name}-i8` }));
  for (const { name, file } of models) await makeModel(file, configs[name], 'i8');
  return models;
}

/** A BERT-base as it is mostly published, all its 30 522 pieces as F32; gives the file's path. */
export async function prepareWholeBert() {
  const name = 'BERT-base-whole';
  mkdirSync(inFolder(''), { recursive: true });
  const config = { ...configs['BERT-base'], vocab_size: 30_522, type_vocab_size: 2 };
  await makeModel(name, config, 'f32');
  return modelPath(name);
}
