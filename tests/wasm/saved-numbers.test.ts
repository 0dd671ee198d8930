import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pythonWithNumpy } from '../../scripts/lib/python.mjs';
import type { Trace } from '../../web/src/model/trace';
import { numbersAs } from '../../web/src/numbers/files';
import { shownTensor } from '../../web/src/state/numbers';
import { readSafetensors } from './safetensors';
import { stateOf } from './scene-checks';
import { loadShipped, modelBytes } from './shipped';
import { type Known, know } from './variants';

const sentence = 'The cat, which was “tired”, ate';
const python = pythonWithNumpy();
let folder = '';
let known: Known;
let trace: Trace;

/** The bytes of a tensor, as they lie in memory. */
const bytesOf = ({ data }: { data: Float32Array }): Buffer =>
  Buffer.from(data.buffer, data.byteOffset, data.byteLength);

async function saved(format: 'csv' | 'npz' | 'safetensors', name = 'output'): Promise<string> {
  const path = join(folder, `numbers.${format}`);
  const blob = numbersAs(trace, format, name);
  writeFileSync(path, new Uint8Array(await blob.arrayBuffer()));
  return path;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fovea-numbers-'));
  known = know(await loadShipped(), modelBytes(), sentence);
  trace = known.trace;
});

afterAll(() => rmSync(folder, { recursive: true }));

it('a .safetensors file has every tensor of the trace, to the bit', async () => {
  const file = readSafetensors(await saved('safetensors'));
  expect(file.metadata.words?.split('\n')).toEqual(trace.encoding.tokens.map(({ piece }) => piece));
  expect(file.entries.map(([name]) => name).sort()).toEqual(trace.names.toSorted());
  for (const [name, entry] of file.entries) {
    const tensor = trace.tensor(name);
    expect(entry.shape, name).toEqual(tensor.shape);
    expect(bytesOf(tensor).equals(file.bytes(entry)), name).toBe(true);
  }
});

const listing = `
import hashlib, json, sys
import numpy
file = numpy.load(sys.argv[1])
print(json.dumps({name: [str(file[name].dtype.kind), list(file[name].shape), file[name].tolist()
    if name == "words" else hashlib.sha256(file[name].tobytes()).hexdigest()] for name in file.files}))
`;

it.skipIf(!python)('NumPy reads a .npz file: every tensor to the bit, and the words', async () => {
  const path = await saved('npz');
  const read = JSON.parse(
    execFileSync(String(python), ['-c', listing, path], { encoding: 'utf8' }),
  );
  const expected = trace.names.map((name) => {
    const tensor = trace.tensor(name);
    return [name, ['f', tensor.shape, createHash('sha256').update(bytesOf(tensor)).digest('hex')]];
  });
  const words = trace.encoding.tokens.map(({ piece }) => piece);
  expect(read).toEqual({ words: ['U', [words.length], words], ...Object.fromEntries(expected) });
});

it('the numbers of a .npz file begin where its header says', async () => {
  const files = unzipSync(new Uint8Array(await numbersAs(trace, 'npz', '').arrayBuffer()));
  const file = files['output.npy'];
  const length = (file?.[8] ?? 0) + 256 * (file?.[9] ?? 0);
  expect((10 + length) % 64).toBe(0);
  expect(file?.subarray(10 + length)).toEqual(new Uint8Array(bytesOf(trace.tensor('output'))));
});

/** Fields of a line that has quotes where they are needed alone. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );

it('a table has a row for each place along the first axes, with every digit that counts', async () => {
  const name = 'layers.1.attention.weights';
  const [head = '', ...rows] = (await numbersAs(trace, 'csv', name).text()).trimEnd().split('\r\n');
  const pieces = trace.encoding.tokens.map(({ piece }, i) => `${i} ${piece}`);
  expect(pieces).toContain('2 ,');
  expect(fieldsOf(head)).toEqual(['head', 'query', ...pieces.map((piece) => `key ${piece}`)]);
  const { shape, data } = trace.tensor(name);
  const [heads = 0, queries = 0] = shape;
  expect(rows).toHaveLength(heads * queries);
  const fields = rows.map(fieldsOf);
  expect(fields.map(([h, query]) => [h, query])).toEqual(
    Array.from({ length: heads * queries }, (_, i) => [
      String(Math.floor(i / queries)),
      pieces[i % queries],
    ]),
  );
  const read = fields.flatMap((row) => row.slice(2).map(Number));
  expect(Float32Array.from(read)).toEqual(data);
});

it('the table is of what is on the stage', () => {
  const state = { ...stateOf(known), layer: 2 };
  const of = (changes: object) => shownTensor({ ...state, ...changes });
  expect(of({ view: 'attention' })).toBe('layers.2.attention.weights');
  expect(of({ view: 'expand' })).toBe('layers.2.feedForward.hidden');
  const asked = { name: 'layers.0.attention.query', index: [0, 1] };
  expect(of({ view: 'expand', trail: [asked] })).toBe('layers.0.attention.query');
});
