import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FoveaModule, Model } from 'fovea-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativePath } from '../../scripts/lib/paths.mjs';
import { sourceOf } from '../../web/src/model/source';
import { loadShipped, modelBytes, thrownBy } from './shipped';

let fovea: FoveaModule;
let model: Model;
const folder = mkdtempSync(join(tmpdir(), 'fovea-numbers-'));

beforeAll(async () => {
  fovea = await loadShipped();
  model = fovea.loadModel(sourceOf(modelBytes()));
});
afterAll(() => {
  model.delete();
  rmSync(folder, { recursive: true });
});

/** The number that the text sets a value of the trace to. */
function setTo(text: string): number {
  const { tensors, data } = model.encode('a', { changes: [`output[0,0]=${text}`] });
  return data[tensors.find(({ name }) => name === 'output')?.offset ?? -1] ?? Number.NaN;
}

describe('decimals are read as the platform reads them', () => {
  const written = ['0', '-0.5', '.5', '5.', '+2', '1e3', '1E-3', '-1.25e+2', '0.1', '16777217'];
  it.each(written)('%s', (text) => {
    expect(setTo(text)).toBe(Math.fround(Number(text)));
  });

  it.each(['1e', '--1', '1.2.3', 'one', '1 2', '.', 'e5'])('%s is no number', (text) => {
    expect(thrownBy(() => setTo(text)).message).toContain('is not a number');
  });

  it.each([
    ['inf', 'inf'],
    ['-Infinity', '-inf'],
    ['nan', 'nan'],
  ])('%s is read, and written as %s', (text, said) => {
    expect(thrownBy(() => setTo(text)).message).toContain(`a value is ${said},`);
  });
});

/** A model file of a header alone, whose config is amiss. */
function fileWith(hiddenSize: string): Uint8Array {
  const header = JSON.stringify({ __metadata__: { config: `{"hidden_size": ${hiddenSize}}` } });
  const bytes = new Uint8Array(8 + header.length);
  new DataView(bytes.buffer).setUint32(0, header.length, true);
  bytes.set(new TextEncoder().encode(header), 8);
  return bytes;
}

describe('decimals are written as by the native program', () => {
  const shown = ['0.1', '-0.5', '512.0', '1e-5', '0.0001', '123456789.125', '1e9', '1234567890.5'];
  const far = ['1e21', '2.5e-310', '1.7e308', '0.30000000000000004', '-0.0', '99999999.95', '3e-5'];
  it.each([...shown, ...far])('%s', (number) => {
    const bytes = fileWith(number);
    const file = join(folder, 'model.safetensors');
    writeFileSync(file, bytes);
    const { stderr } = spawnSync(nativePath('fovea'), ['info', file]);
    const { message } = thrownBy(() => fovea.loadModel(sourceOf(bytes)));
    expect(message).toContain('hidden_size');
    expect(stderr.toString()).toContain(message);
  });
});
