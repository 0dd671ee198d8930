import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createFoveaRelatives, { type Decoded, type Model } from 'fovea-relatives-wasm';
import { describe, expect, it } from 'vitest';
import { buildPath, nativePath, projectPath } from '../../scripts/lib/paths.mjs';
import { sourceOf } from '../../web/src/model/source';
import { readSafetensors } from './safetensors';
import { loadShipped, modelBytes, thrownBy } from './shipped';
import { know, variantBytes } from './variants';

const fovea = await createFoveaRelatives({
  wasmBinary: readFileSync(buildPath('wasm/fovea_relatives.wasm')),
});
const pathOf = (name: string) => projectPath(`web/models/fovea-${name}.safetensors`);
const open = (name: string): Model =>
  fovea.loadModel(sourceOf(new Uint8Array(readFileSync(pathOf(name)))));
const rewrite = open('rewrite');
const nextWord = open('next-word');

const sentence = "the animal didn't cross the street because it was too tired";
const start = 'the animal';

/** What the native program writes, with its trace. */
function native(name: string, text: string, ...options: readonly string[]) {
  const trace = join(mkdtempSync(join(tmpdir(), 'fovea-')), 'trace.safetensors');
  const args = ['decode', '--model', pathOf(name), '--text', text, '--json', '--trace', trace];
  const json = execFileSync(nativePath('fovea'), [...args, '--show', '10', ...options], {
    encoding: 'utf8',
  });
  return { written: JSON.parse(json), trace: readSafetensors(trace) };
}

const floats = (bytes: Uint8Array) => new Float32Array(new Uint8Array(bytes).buffer);

/** The largest difference, as a share of the largest number. */
function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let [difference, largest] = [0, 0];
  for (let i = 0; i < a.length; i++) {
    difference = Math.max(difference, Math.abs((a[i] ?? 0) - (b[i] ?? 0)));
    largest = Math.max(largest, Math.abs(b[i] ?? 0));
  }
  return difference / largest;
}

const written = ({ steps }: Decoded) => steps.map(({ token }) => token);
const idsOf = ({ steps }: Decoded) => steps.map(({ id }) => id);

const cases = [
  ['rewrite', rewrite, sentence, { source: sentence }],
  ['next-word', nextWord, start, { prefix: start }],
] as const;

describe.each(cases)('the decoder of %s', (name, model, text, ask) => {
  const seeded = { taken: [], steps: 63, temperature: 1.3, seed: 7 };
  const greedy = fovea.decode(model, { ...ask, taken: [], steps: 63 });
  const before = 'prefix' in ask ? 2 : 0;
  const program = native(name, text);

  it('writes what the native program writes', () => {
    const { steps } = program.written;
    expect(written(greedy).slice(before)).toEqual(
      steps.map(({ piece }: { piece: string }) => piece),
    );
    for (const [i, { best }] of steps.entries())
      for (const [k, { piece, probability }] of best.entries()) {
        const mine = greedy.steps[before + i]?.next[k];
        expect(mine?.probability).toBeCloseTo(probability, 4);
        if (probability > 1e-3) expect(mine?.token).toBe(piece);
      }
  });

  it('draws what it draws', () => {
    const drawn = native(name, text, '--temperature', '1.3', '--seed', '7').written.steps;
    const mine = written(fovea.decode(model, { ...ask, ...seeded }));
    expect(mine.slice(before)).toEqual(drawn.map(({ piece }: { piece: string }) => piece));
  });

  it('has the rows of the whole pass, whose tensors are the native program’s', () => {
    const taken = idsOf(greedy).slice(0, -1);
    const { source } = ask as { source?: string };
    const { tensors, data } = fovea.decoderTrace(model, { ...(source && { source }), taken });
    const tensor = (wanted: string) => {
      const found = tensors.find((each) => each.name === wanted);
      return data.subarray(found?.offset, (found?.offset ?? 0) + (found?.length ?? 0));
    };
    for (const [wanted, entry] of program.trace.entries)
      if (entry.dtype === 'F32' && !wanted.endsWith('norm.mean'))
        expect(farthest(tensor(wanted), floats(program.trace.bytes(entry))), wanted).toBeLessThan(
          2e-5,
        );
    const n = greedy.steps.length;
    const weights = tensor('decoder.layers.1.attention.weights');
    const { self } = greedy.steps[n - 1] as Decoded['steps'][number];
    const row = weights.subarray((n - 1) * n, n * n);
    expect(farthest(self.subarray(self.length / 2).subarray(0, n), row)).toBeLessThan(1e-5);
  });

  it('goes on from words that were taken', () => {
    const other = greedy.steps[before]?.next[1];
    const taken = [other?.id ?? 0];
    const once = fovea.decode(model, { ...ask, taken, steps: 0 });
    expect(once.steps).toHaveLength(before + 2);
    expect(once.steps[before]?.token).toBe(other?.token);
    expect(once.steps[before]?.next).toEqual(greedy.steps[before]?.next);
    const more = fovea.decode(model, { ...ask, taken, steps: 1 });
    expect(written(more).slice(0, before + 2)).toEqual(written(once));
  });

  it('ends where the text ends', () => {
    const { steps } = fovea.decode(model, { ...ask, taken: [], steps: 500 });
    expect(steps.length).toBeLessThanOrEqual(64);
    expect(steps.findIndex(({ token }) => token === '[SEP]')).toBe(steps.length - 1);
  });
});

it('the shipped rewriter says what “it” is', () => {
  const { steps } = fovea.decode(rewrite, { source: sentence, taken: [], steps: 63 });
  const text = steps.map(({ token }) => token).join(' ');
  expect(text).toContain('because the animal was too tired');
});

describe('errors cross the boundary as Error with a code', () => {
  const ask = { source: 'a', taken: [], steps: 1 };
  const encoder = fovea.loadModel(sourceOf(modelBytes()));
  const { source: _, ...without } = ask;
  it.each([
    ['an encoder alone', 'invalid-config', () => fovea.decode(encoder, ask)],
    ['a source that is missing', 'invalid-input', () => fovea.decode(rewrite, without)],
    ['a source for nobody', 'invalid-input', () => fovea.decode(nextWord, ask)],
    [
      'a prefix beside a source',
      'invalid-input',
      () => fovea.decode(rewrite, { ...ask, prefix: 'a' }),
    ],
    [
      'a word that there is not',
      'invalid-input',
      () => fovea.decode(rewrite, { ...ask, taken: [1e6] }),
    ],
    [
      'more words than there is room for',
      'invalid-input',
      () => fovea.decode(nextWord, { taken: Array(65).fill(5), steps: 1 }),
    ],
    [
      'a temperature below 0',
      'invalid-input',
      () => fovea.decode(rewrite, { ...ask, temperature: -1 }),
    ],
    ['a seed below 0', 'invalid-input', () => fovea.decode(rewrite, { ...ask, seed: -1 })],
    [
      'a seed that is NaN',
      'invalid-input',
      () => fovea.decode(rewrite, { ...ask, seed: Number.NaN }),
    ],
    [
      'a trace of a word that there is not',
      'invalid-input',
      () => fovea.decoderTrace(rewrite, { source: 'a', taken: [-1] }),
    ],
  ])('%s: %s', (_, code, call) => {
    const error = thrownBy(call);
    expect(error.code).toBe(code);
    expect(error.message.length).toBeGreaterThan(10);
  });
});

it('an encoder runs in it as in the module of the page', async () => {
  const page = know(await loadShipped(), modelBytes(), sentence);
  const here = know(fovea, modelBytes(), sentence);
  expect(farthest(here.trace.encoding.data, page.trace.encoding.data)).toBeLessThan(1e-6);
});

it.each(['rotary', 'alibi'])('what the page’s module refuses runs here: %s', (positions) => {
  const { trace } = know(
    fovea,
    variantBytes('paper', { position_embedding_type: positions }),
    'a b c',
  );
  expect(trace.encoding.data.every(Number.isFinite)).toBe(true);
});
