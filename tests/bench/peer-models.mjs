// What the comparison with other engines needs: their packages, installed on demand into the build
// folder, and the same encoder as a model file of ours and as ONNX.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { writeWidened } from './widened.mjs';

const packages = [
  'onnxruntime-web@1.30.0',
  'onnxruntime-node@1.30.0',
  '@tensorflow/tfjs-core@4.22.0',
  '@tensorflow/tfjs-backend-wasm@4.22.0',
];
export const python = process.env.FOVEA_PYTHON ?? '/usr/bin/python3';

/** Whether its PyTorch multiplies by OpenBLAS or MKL: with neither it is no peer. */
export function hasFastTorch() {
  const look = `import torch; maps = open('/proc/self/maps').read()
raise SystemExit(not ('openblas' in maps or 'mkl' in maps))`;
  return spawnSync(python, ['-c', look], { stdio: 'ignore' }).status === 0;
}

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

const lengths = [11, 64, 128, 512];
export const lengthsOf = ({ config }) => lengths.filter((n) => n <= config.max_position_embeddings);

export const modelPath = (name) => buildPath(`bench-models/${name}.safetensors`);
export const onnxPath = (name) => buildPath(`bench-models/${name}.onnx`);

async function installPeers() {
  const folder = buildPath('bench-peers');
  if (existsSync(`${folder}/node_modules/onnxruntime-web`)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, '{ "private": true }\n');
  const flags = ['--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];
  await run(['npm', 'install', ...flags, ...packages]);
}

async function makeModel(name) {
  if (existsSync(modelPath(name))) return;
  const file = (ending) => buildPath(`bench-models/${name}.${ending}`);
  const specials = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
  const words = Array.from({ length: shared.vocab_size - specials.length }, (_, i) => `w${i}`);
  writeFileSync(file('txt'), `${[...specials, ...words].join('\n')}\n`);
  writeFileSync(file('json'), JSON.stringify(configs[name]));
  const inputs = [
    '--config',
    file('json'),
    '--vocab',
    file('txt'),
    '--seed',
    '1',
    '--dtype',
    'bf16',
  ];
  await run([buildPath('release/fovea'), 'init', ...inputs, '--out', modelPath(name)]);
  if (name === 'base') writeWidened(modelPath(name), modelPath('base-f32'));
}

async function exportOnnx(name) {
  const script = projectPath('tests/bench/torch_forward.py');
  await run([python, script, modelPath(name), onnxPath(name)]);
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

/** Brings everything, and gives the models: {name, config}. PyTorch writes the ONNX files. */
export async function preparePeers() {
  mkdirSync(buildPath('bench-models'), { recursive: true });
  copyFileSync(projectPath('web/models/fovea-demo.safetensors'), modelPath('demo'));
  await installPeers();
  const names = ['demo', ...Object.keys(configs)];
  for (const name of names) {
    if (configs[name]) await makeModel(name);
    // The shipped model may have changed.
    if (name === 'demo' || !existsSync(onnxPath(name))) await exportOnnx(name);
  }
  return names.map((name) => ({ name, config: configOf(name) }));
}
