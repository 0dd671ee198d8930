import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openModel } from '../../scripts/article/model.mjs';
import { tired } from '../../scripts/article/numbers/sentences.mjs';
import { nativePath, projectPath } from '../../scripts/lib/paths.mjs';
import { pythonWithNumpy } from '../../scripts/lib/python.mjs';
import { modelPath } from '../browser/native-trace';

interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

/** The bytes of a safetensors file of floats. */
function safetensors(tensors: readonly Tensor[]): Buffer {
  let at = 0;
  const entries = tensors.map(({ name, shape, data }) => {
    const begin = at;
    at += data.byteLength;
    return [name, { dtype: 'F32', shape, data_offsets: [begin, at] }];
  });
  const header = Buffer.from(JSON.stringify(Object.fromEntries(entries)));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header, ...tensors.map(({ data }) => Buffer.from(data.buffer))]);
}

const ofLayer = [
  'attention.self.query',
  'attention.self.key',
  'attention.self.value',
  'attention.output.dense',
  'attention.output.LayerNorm',
  'intermediate.dense',
  'output.dense',
  'output.LayerNorm',
];

const layers = (count: number) => Array.from({ length: count }, (_, l) => `encoder.layer.${l}`);

/** Names of all that the encoder in NumPy reads. */
function parameterNames(count: number): readonly string[] {
  const pairs = [
    ...layers(count).flatMap((layer) => ofLayer.map((part) => `${layer}.${part}`)),
    'cls.predictions.transform.dense',
    'cls.predictions.transform.LayerNorm',
  ];
  const both = pairs.flatMap((name) => [`${name}.weight`, `${name}.bias`]);
  return ['embeddings.word_embeddings.weight', 'cls.predictions.bias', ...both];
}

const python = pythonWithNumpy();
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fovea-numpy-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

it.skipIf(!python)('the listings in NumPy compute what the native program traces', async () => {
  const model = await openModel();
  const [trace, parameters, vocabulary] = ['trace', 'parameters', 'vocabulary'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const it = model.run(tired).at('it');
  const loss = ['--gradients', '--loss', `prediction:${it}=animal`, '--trace', trace];
  const encode = ['encode', '--model', modelPath, '--text', tired, ...loss];
  execFileSync(nativePath('fovea'), encode);
  const { num_hidden_layers: depth, num_attention_heads: heads } = model.config;
  const names = parameterNames(Number(depth));
  writeFileSync(parameters, safetensors(names.map((name) => model.parameter(name))));
  writeFileSync(vocabulary, model.info.vocabulary.join('\n'));
  const script = projectPath('tests/tools/article_numpy.py');
  const rest = [heads, depth, it, 'animal'].map(String);
  const output = execFileSync(String(python), [script, trace, parameters, vocabulary, ...rest]);
  expect(Number(output)).toBeGreaterThan(100_000);
});
