// Files that the walk drops into the page: models that it reads, and what is no model at all.
import { readFileSync } from 'node:fs';
import { projectPath } from '../paths.mjs';

const model = (name) => readFileSync(projectPath(`web/models/fovea-${name}.safetensors`));

/** A `.safetensors` of a header and as many bytes of zeros as wanted. */
export function safetensors(header, bytes = 0) {
  const text = Buffer.from(typeof header === 'string' ? header : JSON.stringify(header));
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(text.length));
  return Buffer.concat([size, text, Buffer.alloc(bytes)]);
}

/** The shipped model with its header changed. */
export function withHeader(change) {
  const file = model('demo');
  const end = 8 + Number(file.readBigUInt64LE());
  const header = JSON.parse(file.subarray(8, end).toString());
  change(header);
  return Buffer.concat([safetensors(header), file.subarray(end)]);
}

/** The header's first tensor. */
const first = (header) => Object.values(header).find(({ shape }) => shape);

const withConfig = (change) =>
  withHeader(({ __metadata__ }) => {
    const config = JSON.parse(__metadata__.config);
    change(config);
    __metadata__.config = JSON.stringify(config);
  });

/** What others save models as, as far as their first bytes. */
export const foreign = {
  zip: () => Buffer.from('504b03041400000008000000000000000000', 'hex'),
  pickle: () => Buffer.from('80027d71002e', 'hex'),
  gguf: () => Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(60, 3)]),
  onnx: () =>
    Buffer.concat([Buffer.from('08081207', 'hex'), Buffer.from('pytorch'), Buffer.alloc(60)]),
  hdf5: () => Buffer.concat([Buffer.from('894844460d0a1a0a', 'hex'), Buffer.alloc(60)]),
  numpy: () => Buffer.concat([Buffer.from('934e554d505901007600', 'hex'), Buffer.alloc(118, 32)]),
  gzip: () => Buffer.concat([Buffer.from('1f8b0800', 'hex'), Buffer.alloc(60, 7)]),
  png: () => Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(60, 9)]),
  json: () => Buffer.from('{"model_type": "bert", "hidden_size": 128}'),
  html: () => Buffer.from('<!doctype html><title>404</title><script>alert(1)</script>'),
  pointer: () =>
    Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1336870\n'),
};

/** Each by its name; made when it is wanted. */
export const files = {
  demo: () => model('demo'),
  experts: () => model('experts'),
  'next-word': () => model('next-word'),
  rewrite: () => model('rewrite'),
  pictures: () => model('pictures'),
  empty: () => Buffer.alloc(0),
  zeros: () => Buffer.alloc(4096),
  text: () => Buffer.from('not a model at all, but a letter to a friend'),
  half: () => model('demo').subarray(0, 600_000),
  'half a header': () => model('demo').subarray(0, 2000),
  'an endless header': () => Buffer.from('ffffffffffffff7f7b7d', 'hex'),
  'a header of an array': () => safetensors('[1, 2]'),
  'a header of a number': () => safetensors('7'),
  'no tensors': () => safetensors({ __metadata__: {} }),
  'a negative shape': () =>
    withHeader((header) => Object.assign(first(header), { shape: [-1e12, 4] })),
  'a huge shape': () =>
    withHeader((header) => Object.assign(first(header), { shape: [1e12, 1e12] })),
  'offsets beyond': () =>
    withHeader((header) => Object.assign(first(header), { data_offsets: [0, 1e15] })),
  'ten million layers': () =>
    withConfig((config) => Object.assign(config, { num_hidden_layers: 1e7 })),
  'no heads': () => withConfig((config) => Object.assign(config, { num_attention_heads: 0 })),
  'a config of markup': () =>
    withHeader(({ __metadata__ }) =>
      Object.assign(__metadata__, { name: '<img src=x onerror=alert(1)>' }),
    ),
  'numbers that are none': () => {
    const file = Buffer.from(model('demo'));
    file.fill(0xff, 100_000, 1_000_000);
    return file;
  },
  ...foreign,
};
