import createFovea from 'fovea-wasm';
import { expect, it } from 'vitest';
import { sourceOf } from '../../web/src/model/source';
import { loadWithMemory, modelBytes, thrownBy } from './shipped';

it('a thousand encodings and as many errors take no more memory than the first ones @thorough', async () => {
  const { fovea, memory } = await loadWithMemory(createFovea, 'fovea.wasm');
  const model = fovea.loadModel(sourceOf(modelBytes()));
  const long = 'the cat sat on the mat '.repeat(20);
  model.encode(long, {});
  const round = () => {
    model.encode('dog bites man', { masked: [1] });
    model.encode('a', {});
    thrownBy(() => model.encode('a', { masked: [9] }));
    thrownBy(() => model.parameter('no.such'));
  };
  for (let i = 0; i < 10; ++i) round();
  const settled = memory.buffer.byteLength;
  for (let i = 0; i < 500; ++i) round();
  model.encode(long, {});
  expect(memory.buffer.byteLength).toBe(settled);
});

it('models come and go, also those that cannot be read', async () => {
  const { fovea, memory } = await loadWithMemory(createFovea, 'fovea.wasm');
  const bytes = modelBytes();
  const broken = bytes.subarray(0, bytes.length - 1);
  const round = () => {
    fovea.loadModel(sourceOf(bytes)).delete();
    thrownBy(() => fovea.loadModel(sourceOf(broken)));
  };
  for (let i = 0; i < 3; ++i) round();
  const settled = memory.buffer.byteLength;
  for (let i = 0; i < 30; ++i) round();
  expect(memory.buffer.byteLength).toBe(settled);
});
