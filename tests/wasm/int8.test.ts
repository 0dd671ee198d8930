import { readFileSync } from 'node:fs';
import type { Model } from 'fovea-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { sourceOf } from '../../web/src/model/source';
import { nativeTrace } from '../browser/native-trace';
import { readSafetensors } from './safetensors';
import { loadShipped, shippedModules } from './shipped';

/** A model of I8 whose every step is decoded here once more, by the format's description alone. */
const path = projectPath('tests/fuzz/seeds/model/small-int8.safetensors');
const file = readSafetensors(path);
const entryOf = new Map(file.entries);

function decoded(name: string): readonly number[] {
  const [weight, scale] = [entryOf.get(name), entryOf.get(name.replace(/weight$/, 'scale'))];
  if (!weight || !scale) throw new Error(`no ${name} with its scales`);
  const scales = Buffer.from(file.bytes(scale));
  const [, columns = 1] = weight.shape;
  const values = [...new Int8Array(file.bytes(weight))];
  return values.map((value, i) => value * scales.readFloatLE(4 * Math.floor(i / columns)));
}

const matrices = file.entries.filter(([, { dtype }]) => dtype === 'I8').map(([name]) => name);

describe.each(shippedModules)('%s reads a model of I8', (module) => {
  let model: Model;
  beforeAll(async () => {
    model = (await loadShipped(module)).loadModel(sourceOf(new Uint8Array(readFileSync(path))));
  });
  afterAll(() => model.delete());

  it('as its values times the scales of their rows, exactly', () => {
    expect(matrices).toHaveLength(8);
    for (const name of matrices) {
      const { shape, data } = model.parameter(name);
      expect(shape).toEqual(entryOf.get(name)?.shape);
      expect([...data]).toEqual(decoded(name));
    }
  });

  it('as the native program does', () => {
    const encoding = model.encode('a b', {});
    const native = nativeTrace('a b', path);
    const output = encoding.tensors.find(({ name }) => name === 'output');
    if (!output) throw new Error('no output');
    const data = encoding.data.subarray(output.offset, output.offset + output.length);
    const expected = native.tensor('output').data;
    // Normalised numbers around 1: sums in f32, in another order.
    expect(expected).toHaveLength(data.length);
    const off = expected.map((value, i) => Math.abs(value - (data[i] ?? Number.NaN)));
    expect(Math.max(...off)).toBeLessThan(1e-5);
  });
});
