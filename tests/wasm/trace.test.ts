import { execFileSync } from 'node:child_process';
import type { Encoding, Model } from 'fovea-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativePath } from '../../scripts/lib/paths.mjs';
import { sourceOf } from '../../web/src/model/source';
import { modelPath, type NativeTrace, nativeTrace } from '../browser/native-trace';
import { loadShipped, modelBytes, shippedModules } from './shipped';

// Both sum the same products in f32, in another order and with or without fused multiply-add.
// Relative to the largest value of a tensor; a mean is what is left of terms that cancel, so it is
// compared on their scale.
const tolerance = 1e-5;

/** Without norms scores grow to hundreds; the softmax makes of their rounding ten times as much. */
const toleranceOf = (structure = '') =>
  structure.includes('norm=none') ? 10 * tolerance : tolerance;

/**
 * A gradient is a sum whose terms cancel, some to nothing but rounding: relative to the largest
 * gradient of its layer; that of a mean, a sum over a whole row, to what its terms come to without
 * their signs, where that is more.
 */
const gradientTolerance = 5e-5;

const sentences = [
  "The animal didn't cross the street because it was too tired",
  'your cat is a lovely cat',
  'dog bites man',
  'a',
  'Ünïcödé, 中文 and "punctuation"…',
  'the '.repeat(100),
];

let model: Model;

beforeAll(async () => {
  model = (await loadShipped()).loadModel(sourceOf(modelBytes()));
});

afterAll(() => model.delete());

const scaleOf = (name: string): string =>
  name.replace('prediction.norm.mean', 'prediction.activated').replace(/norm\.mean$/, 'residual');

const largest = (data: readonly number[]): number =>
  data.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** The γ of a norm. */
function gammaOf(norm: string): Float32Array {
  const [, layer, part] = /^layers\.(\d+)\.(\w+)\.norm$/.exec(norm) ?? [];
  const place = part === 'attention' ? 'attention.output' : 'output';
  const owner = layer ? `encoder.layer.${layer}.${place}` : 'cls.predictions.transform';
  return model.parameter(`${owner}.LayerNorm.weight`).data;
}

/** |g·γ| ÷ σ added up over a row, of the row where it is most: −Σ of g·γ ÷ σ is the gradient of its mean. */
function termsOfMean(native: NativeTrace, name: string): number {
  const [, norm] = /^grad\.(.+\.norm)\.mean$/.exec(name) ?? [];
  if (!norm) return 0;
  const gamma = gammaOf(norm);
  const { data } = native.tensor(`grad.${norm}`);
  const rows = native
    .tensor(`${norm}.rstd`)
    .data.map((rstd, row) =>
      gamma.reduce(
        (sum, each, i) => sum + Math.abs(each * (data[row * gamma.length + i] ?? 0) * rstd),
        0,
      ),
    );
  return largest(rows);
}

/** The largest number of the tensor, or of all gradients of its layer and the terms that made it. */
function scaleIn(native: NativeTrace, name: string): number {
  const [group] = /^grad\.(layers\.\d+|[a-z]+)/.exec(name) ?? [];
  const names = group ? native.names.filter((each) => each.startsWith(group)) : [scaleOf(name)];
  const numbers = names.map((each) => largest(native.tensor(each).data));
  return Math.max(...numbers, termsOfMean(native, name));
}

function largestDifference(
  encoding: Encoding,
  native: NativeTrace,
): { worst: number; where: string } {
  let result = { worst: 0, where: '' };
  for (const { name, axes, offset, length } of encoding.tensors) {
    const expected = native.tensor(name);
    expect(axes.map(({ size }) => size)).toEqual(expected.shape);
    const scale = scaleIn(native, name);
    expected.data.forEach((value, i) => {
      const worst = Math.abs(value - (encoding.data[offset + i] ?? Number.NaN)) / scale;
      if (!(worst <= result.worst)) result = { worst, where: `${name}[${i}]` };
    });
    expect(length).toBe(expected.data.length);
  }
  expect(encoding.tensors.map(({ name }) => name).sort()).toEqual([...native.names].sort());
  return result;
}

describe.each(shippedModules)('%s gives the trace of the native program', (file) => {
  let shipped: Model;
  beforeAll(async () => {
    shipped = (await loadShipped(file)).loadModel(sourceOf(modelBytes()));
  });
  afterAll(() => shipped.delete());

  it.each(sentences)('%s', (text) => {
    const { worst, where } = largestDifference(shipped.encode(text, {}), nativeTrace(text));
    expect(worst, where).toBeLessThan(tolerance);
  });

  it.each([
    [{ structure: 'norm=pre,mask=causal,activation=silu' }],
    [{ structure: 'norm=none,scale=off,positions=off,activation=none' }],
    [{ changes: ['layers.2.attention.weights[2,7,:]=0', 'layers.1.feedForward.hidden[7,:]*=-1'] }],
    [{ structure: 'scale=2.5,residual@1=0.5,layer@2=off,mask=padding,activation@0=silu' }],
    [{ structure: 'softmax@1=columns,norm_axis@3=tokens,mask=leaky,embedding_scale=off' }],
    [{ structure: 'heads=reshaped,output@0=off,softmax@2=unshifted' }],
    [{ structure: 'residual=off', changes: ['embedding.output[1,:3]+=0.5,-0.25,1e-3'] }],
  ])('as %o', (pass: { structure?: string; changes?: string[] }) => {
    const text = sentences[0] as string;
    const options = (pass.changes ?? []).flatMap((change) => ['--set', change]);
    if (pass.structure !== undefined) options.push('--structure', pass.structure);
    const { worst, where } = largestDifference(
      shipped.encode(text, pass),
      nativeTrace(text, modelPath, options),
    );
    expect(worst, where).toBeLessThan(toleranceOf(pass.structure));
  });

  it.each([
    '',
    'norm=pre,mask=causal,activation=silu',
    'scale=2.5,residual@1=0.5,layer@2=off,mask=padding,activation@0=gelu',
    'positions=off,residual@1=off,activation=none',
  ])('with the gradients of a prediction, run with "%s"', (structure) => {
    const text = sentences[0] as string;
    const piece = shipped.info().vocabulary.indexOf('street');
    const loss = ['--gradients', '--loss', 'prediction:7=street', '--structure', structure];
    const { worst, where } = largestDifference(
      shipped.encode(text, { structure, loss: { token: 7, piece } }),
      nativeTrace(text, modelPath, loss),
    );
    expect(worst, where).toBeLessThan(gradientTolerance);
  });
});

it.each([
  [{ loss: { token: 11, piece: 0 } }, 'the tokens are 0 to 10'],
  [{ loss: { token: 0, piece: -1 } }, 'the loss asks for piece -1'],
  [{ loss: { token: 0, piece: 0 }, structure: 'softmax=columns' }, 'a bug has no gradients'],
  [{ loss: { token: 0, piece: 0 }, changes: ['logits[0,0]=1'] }, 'need an unchanged pass'],
])('refuses the gradients of %o', (pass, reason) => {
  expect(() => model.encode(sentences[0] as string, pass)).toThrow(reason);
});

it('leaves what is upstream of a change bit for bit as it was', () => {
  const text = sentences[0] as string;
  const change = 'layers.2.attention.weights[2,7,:]=0';
  const [plain, changed] = [{}, { changes: [change] }].map((pass) => model.encode(text, pass));
  const bytes = (encoding: Encoding | undefined, name: string) => {
    const tensor = encoding?.tensors.find((each) => each.name === name);
    if (!encoding || !tensor) throw new Error(`no tensor ${name}`);
    return Buffer.from(encoding.data.buffer, 4 * tensor.offset, 4 * tensor.length);
  };
  const same = (name: string) => bytes(plain, name).equals(bytes(changed, name));
  expect(same('layers.2.attention.scores')).toBe(true);
  expect(same('layers.1.feedForward.norm')).toBe(true);
  expect(same('layers.2.attention.weights')).toBe(false);
  expect(same('logits')).toBe(false);
});

it('tells of the model what its file says', () => {
  const output = execFileSync(nativePath('fovea'), [
    'info',
    new URL('../../web/models/fovea-demo.safetensors', import.meta.url).pathname,
  ]).toString();
  const { parameters, config, vocabulary, metadata } = model.info();
  expect(output).toContain(parameters.toLocaleString('en'));
  expect(vocabulary).toHaveLength(Number(config.vocab_size));
  expect(metadata.trained).toBe('true');
});

it('masks tokens and copies parameters', () => {
  const encoding = model.encode('dog bites man', { masked: [1] });
  expect(encoding.tokens.map(({ piece }) => piece)).toEqual(['dog', '[MASK]', 'man']);
  expect(encoding.tokens[1]).toMatchObject({ begin: 4, end: 9 });

  const table = model.parameter('embeddings.word_embeddings.weight');
  const { config } = model.info();
  const width = Number(config.hidden_size);
  expect(table.shape).toEqual([config.vocab_size, width]);
  const id = encoding.tokens[0]?.id ?? 0;
  const embedded = encoding.tensors.find(({ name }) => name === 'embedding.tokens');
  const first = encoding.data[embedded?.offset ?? 0] ?? 0;
  expect(first).toBeCloseTo((table.data[id * width] ?? 0) * Math.sqrt(width), 5);
});
