import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createFoveaRelatives, { type Circuit } from 'fovea-relatives-wasm';
import { pairs, sentences } from 'fovea-sentences';
import { describe, expect, it } from 'vitest';
import { buildPath, nativePath, projectPath } from '../../scripts/lib/paths.mjs';
import { sourceOf } from '../../web/src/model/source';
import { circuitOf, circuitOfPair } from '../../web/src/relatives/worker-circuits';
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
    execFileSync(nativePath('fovea'), [
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

describe('circuits of many pairs', () => {
  const of = ['it', 'they'].map((kind) => {
    const from = pairs.indexOf(`[${kind}]`) + 1;
    return { kind, lines: pairs.slice(from, from + 12) };
  });
  const file = join(mkdtempSync(join(tmpdir(), 'fovea-')), 'pairs.txt');
  writeFileSync(file, of.map(({ kind, lines }) => [`[${kind}]`, ...lines].join('\n')).join('\n'));
  const printed = JSON.parse(
    execFileSync(nativePath('fovea'), [
      ...['circuit', '--model', path, '--pairs', file, '--random', '0', '--json'],
    ]).toString(),
  );
  const answers = of.map(({ lines }) =>
    [0, 2, 4, 6, 8, 10].map((at) => {
      const [one = '', two = ''] = lines.slice(at, at + 2);
      return circuitOfPair(fovea, model, { one, two, keep: 0.9 });
    }),
  );
  const found = answers.map((each) => each.filter((answer) => answer !== null));

  it('are as many, and as large, as the program finds', () => {
    for (const [i, kind] of printed.kinds.entries()) {
      const of = found[i] ?? [];
      expect(kind).toMatchObject({ pairs: 6, circuits: of.length });
      const kept = of.reduce((sum, each) => sum + each.kept, 0);
      expect(kept / of.length).toBeCloseTo(kind.nodes, 5);
    }
  });

  it('have the same parts at the same roles, which read the same', () => {
    const roles = ['answer', 'other', 'place', 'changed', 'rest'];
    const all = found.flat();
    expect(printed.nodes.length).toBeGreaterThan(10);
    for (const { layer, head, at, shares, reads } of printed.nodes) {
      const role = roles.indexOf(at);
      const place = (layer * (heads + 1) + (head ?? heads)) * roles.length + role;
      for (const [i, share] of shares.entries()) {
        const of = found[i] ?? [];
        const count = of.reduce((sum, each) => sum + (each.found[place] ?? 0), 0);
        expect(count / of.length).toBeCloseTo(share, 5);
      }
      if (head === null) continue;
      const from = ((layer * heads + head) * roles.length + role) * roles.length;
      for (const [read, name] of roles.entries()) {
        const weights = all
          .map((each) => each.reads[from + read] ?? Number.NaN)
          .filter((weight) => !Number.isNaN(weight));
        const mean = weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
        expect(mean).toBeCloseTo(reads[name], 5);
      }
    }
  });

  it('leave out a pair that gets one answer for both', () => {
    const [one = ''] = of[0]?.lines ?? [];
    expect(circuitOfPair(fovea, model, { one, two: one, keep: 0.9 })).toBeNull();
  });

  it('leave out a pair that is not read rightly', () => {
    const [one = '', two = ''] = of[0]?.lines ?? [];
    const wrong = (text: string) => text.replace(/[+-]/g, (mark) => (mark === '+' ? '-' : '+'));
    const pair = { one: wrong(one), two: wrong(two), keep: 0.9 };
    expect(circuitOfPair(fovea, model, pair)).toBeNull();
  });
});

describe('an answer measured otherwise', () => {
  const averaged = sentences.slice(0, 20);
  const file = join(mkdtempSync(join(tmpdir(), 'fovea-')), 'texts.txt');
  writeFileSync(file, averaged.join('\n'));
  const vocabulary = model.info().vocabulary;

  it.each([
    ['in probabilities', { twin, probability: true }, ['--other', twin, '--metric', 'probability']],
    ['with parts at all words', { twin, whole: true }, ['--other', twin, '--whole']],
    ['with means in place of a twin, @thorough', { averaged }, ['--mean', file]],
  ])('%s has the circuit that the program finds', (_, asked, options) => {
    const circuit = fovea.createCircuit(model, { text, token, ...asked });
    const { answer, other, ofText, ofTwin } = circuit.info();
    const found = circuitOf(circuit, 0.9);
    circuit.delete();
    const printed = JSON.parse(
      execFileSync(nativePath('fovea'), [
        ...['circuit', '--model', path, '--text', text, '--token', 'it', ...options],
        ...['--pair', `${vocabulary[answer]} ${vocabulary[other]}`, '--json'],
      ]).toString(),
    );
    expect(ofText / printed.ofText).toBeCloseTo(1, 5);
    expect(ofTwin / printed.ofOther).toBeCloseTo(1, 5);
    const { kept, share } = found.frames[found.found] as (typeof found.frames)[0];
    const columns = kept.length / (layers * (heads + 1));
    expect([kept.length, columns]).toEqual([printed.all, '--whole' === options.at(-1) ? 1 : words]);
    const places = kept.flatMap((one, index) => {
      const row = Math.floor(index / columns);
      const head = row % (heads + 1);
      const part = { layer: Math.floor(row / (heads + 1)), head: head < heads ? head : null };
      return one ? [{ ...part, token: columns > 1 ? index % columns : null }] : [];
    });
    expect(printed.circuit.nodes).toMatchObject(places);
    expect(share).toBeCloseTo(printed.circuit.share, 5);
    for (const [i, node] of printed.circuit.nodes.entries())
      expect(found.without[i]).toBeCloseTo(node.without, 5);
    expect(found.rest).toBeCloseTo(printed.rest, 5);
  });
});
