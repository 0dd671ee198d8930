import { readFileSync } from 'node:fs';
import createFoveaPublished, { type FoveaPublishedModule, type Model } from 'fovea-published-wasm';
import { expect } from 'vitest';
import { buildPath } from '../../scripts/lib/paths.mjs';
import { sourceOf } from '../../web/src/model/source';
import { pathOf, publishedFile } from './published-files';
import { readSafetensors } from './safetensors';
import './shipped';

export const loadPublished = (file = 'fovea_published.wasm'): Promise<FoveaPublishedModule> =>
  createFoveaPublished({ wasmBinary: readFileSync(buildPath(`wasm/${file}`)) });

/** Opens a fixture's folder. */
export const open = (
  fovea: FoveaPublishedModule,
  name: string,
  changed?: Readonly<Record<string, string>>,
): Model =>
  fovea.loadFolder((file) => {
    const bytes = publishedFile(name, file, changed);
    return bytes && sourceOf(bytes);
  });

/** The tensors that PyTorch computed. */
export function expectedOf(name: string) {
  const file = readSafetensors(pathOf(name, 'expected.safetensors'));
  const entries = new Map(file.entries);
  const numbers = (tensor: string): number[] => {
    const entry = entries.get(tensor);
    if (!entry) throw new Error(`the fixture has no ${tensor}`);
    const { buffer } = new Uint8Array(file.bytes(entry));
    return [...(entry.dtype === 'I32' ? new Int32Array(buffer) : new Float32Array(buffer))];
  };
  const cases = [...entries.keys()].filter((each) => each.endsWith('.ids'));
  return { numbers, cases };
}

/** Of the largest number of a tensor; PyTorch's own error in f32 is as large. */
const tolerance = 2e-5;

export function expectClose(found: ArrayLike<number>, expected: readonly number[]): void {
  expect(found.length).toBe(expected.length);
  const most = Math.max(...expected.map(Math.abs));
  const error = Math.max(...expected.map((x, i) => Math.abs(x - (found[i] ?? Number.NaN))));
  expect(error / most).toBeLessThanOrEqual(tolerance);
}
