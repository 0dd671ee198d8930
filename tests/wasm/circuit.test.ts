import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createFoveaRelatives, { type Circuit } from 'fovea-relatives-wasm';
import { describe, expect, it } from 'vitest';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import { sourceOf } from '../../web/src/model/source';
import { circuitOf } from '../../web/src/relatives/worker-circuits';
import { readSafetensors } from './safetensors';
import { thrownBy } from './shipped';

const path = projectPath('web/models/fovea-demo.safetensors');
const fovea = await createFoveaRelatives({
  wasmBinary: readFileSync(buildPath('wasm/fovea_relatives.wasm')),
});
const model = fovea.loadModel(sourceOf(new Uint8Array(readFileSync(path))));

const text = "The animal didn't cross the street because it was too tired";
const twin = text.replace('tired', 'wide');
const [words, token] = [11, 7];
const [layers, heads, width] = [4, 8, 16];

const circuitFor = (other = twin): Circuit =>
  fovea.createCircuit(model, { text, twin: other, token });
const countOf = (kept: readonly number[]): number => kept.reduce((sum, one) => sum + one, 0);

const floats = (bytes: Uint8Array) => new Float32Array(new Uint8Array(bytes).buffer);

/** The share that `fovea encode --patch` leaves where all parts but these hold the twin's numbers. */
function patchedShare(circuit: Circuit, kept: readonly number[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'fovea-'));
  const [other, patched] = [join(folder, 'other.safetensors'), join(folder, 'patched.safetensors')];
  const encode = (of: string, trace: string, ...more: readonly string[]) =>
    execFileSync(buildPath('release/fovea'), [
      ...['encode', '--model', path, '--text', of, '--trace', trace, ...more],
    ]);
  encode(twin, other);
  const patches = kept.flatMap((one, index) => {
    if (one === 1) return [];
    const row = Math.floor(index / words);
    const [layer, head, at] = [Math.floor(row / (heads + 1)), row % (heads + 1), index % words];
    const region =
      head < heads
        ? `attention.heads[${at},${head * width}:${(head + 1) * width}]`
        : `feedForward.output[${at},:]`;
    return ['--patch', `${other}:layers.${layer}.${region}`];
  });
  encode(text, patched, ...patches);
  const file = readSafetensors(patched);
  const [, entry] = file.entries.find(([name]) => name === 'logits') as (typeof file.entries)[0];
  const logits = floats(file.bytes(entry)).subarray(token * (entry.shape[1] ?? 0));
  const { answer, other: second, ofText, ofTwin } = circuit.info();
  return ((logits[answer] ?? 0) - (logits[second] ?? 0) - ofTwin) / (ofText - ofTwin);
}

describe('a circuit in the page', () => {
  const circuit = circuitFor();
  const found = circuitOf(circuit, 0.9);
  const { kept, share } = found.frames[found.found] as (typeof found.frames)[0];

  it('has few parts, of which none can be taken', () => {
    expect(circuit.info().nodes).toBe(layers * (heads + 1) * words);
    expect(share).toBeGreaterThanOrEqual(0.9);
    expect(countOf(kept)).toBeLessThanOrEqual(0.08 * kept.length);
    expect(found.without).toHaveLength(countOf(kept));
    for (const left of found.without) expect(left).toBeLessThan(0.9);
    expect(Math.max(...found.random)).toBeLessThanOrEqual(0.3);
    expect(found.rest).toBeLessThan(0.9);
    expect(found.second).toBeNull();
  });

  it('keeps what encode leaves with all its other parts patched', () => {
    expect(share).toBeCloseTo(patchedShare(circuit, kept), 5);
    const fewer = kept.map((one, i) => (i === kept.lastIndexOf(1) ? 0 : one));
    expect(circuit.share(fewer)).toBeCloseTo(patchedShare(circuit, fewer), 5);
    expect(found.without.at(-1)).toBeCloseTo(circuit.share(fewer), 5);
  });

  it('is found round by round, each with fewer parts, and falls apart after it', () => {
    const counts = found.frames.map((frame) => countOf(frame.kept));
    expect(counts[0]).toBe(kept.length);
    for (const [i, frame] of found.frames.entries()) {
      if (i > 0) expect(counts[i]).toBeLessThan(counts[i - 1] ?? 0);
      expect(frame.share >= 0.9).toBe(i <= found.found);
      expect(circuit.share(frame.kept)).toBeCloseTo(frame.share, 5);
    }
  });

  it('has edges from its parts to later ones, and to the answer', () => {
    for (const { from, to } of found.edges) {
      expect(kept[from]).toBe(1);
      if (to !== null) expect([kept[to], to > from]).toEqual([1, true]);
    }
    expect(found.edges.filter(({ to }) => to === null)).toHaveLength(countOf(kept));
  });
});

it('refuses what has no circuit', () => {
  expect(thrownBy(() => circuitFor(`${twin} now`))).toMatchObject({ code: 'invalid-input' });
  expect(thrownBy(() => circuitFor(text))).toMatchObject({
    code: 'invalid-input',
    message: 'both texts get the answer "animal" there',
  });
  const circuit = circuitFor();
  expect(thrownBy(() => circuit.share([1]))).toMatchObject({ code: 'invalid-input' });
  expect(thrownBy(() => circuit.round())).toMatchObject({ code: 'invalid-input' });
  circuit.delete();
});
