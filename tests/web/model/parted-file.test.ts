import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { partsOfModel } from '../../../scripts/lib/parted-model.mjs';
import { projectPath } from '../../../scripts/lib/paths.mjs';
import { fileOf, partFrom, withoutHead } from '../../../web/src/model/parted-file';
import { presets } from '../../../web/src/state/presets';

const model = readFileSync(projectPath('web/models/fovea-demo.safetensors'));
const sentences = presets.map(({ text }) => text);
const [first, rest] = partsOfModel(model, sentences).map((part: Buffer) =>
  partFrom(new Uint8Array(part).buffer),
) as [ReturnType<typeof partFrom>, ReturnType<typeof partFrom>];

it('is the file again when both parts are there', () => {
  expect(Buffer.compare(fileOf([first, rest]), model)).toBe(0);
  expect(first.bytes.length + rest.bytes.length).toBe(model.length);
});

it('has all that the sentences need in its first part, in two thirds of the bytes', async () => {
  expect(first.sentences).toEqual(sentences);
  expect(first.bytes.length / model.length).toBeLessThan(0.66);
  const early = Buffer.from(await (await withoutHead(new Blob([fileOf([first])]))).arrayBuffer());
  const headerOf = (file: Buffer) => {
    const end = 8 + Number(file.readBigUInt64LE(0));
    return { end, ...JSON.parse(file.subarray(8, end).toString()) };
  };
  const [mine, whole] = [headerOf(early), headerOf(model)];
  expect(JSON.parse(mine.__metadata__.config).masked_word_head).toBe(false);
  expect(Object.keys(mine).filter((name) => name.startsWith('cls.'))).toEqual([]);
  const bytesOf = (file: Buffer, { end }: { end: number }, [from, to]: [number, number]) =>
    file.subarray(end + from, end + to);
  for (const [name, { data_offsets: place }] of Object.entries<{ data_offsets: [number, number] }>(
    mine,
  ).filter(([name]) => name.startsWith('encoder.')))
    expect(Buffer.compare(bytesOf(early, mine, place), bytesOf(model, whole, place)), name).toBe(0);
  const table = 'embeddings.word_embeddings.weight';
  const vocabulary = whole.__metadata__.vocab.split('\n');
  const row = (file: Buffer, header: typeof mine, word: string) => {
    const at = header[table].data_offsets[0] + vocabulary.indexOf(word) * 128;
    return bytesOf(file, header, [at, at + 128]);
  };
  for (const word of ['the', "didn't", 'suitcase', '[MASK]'])
    expect(Buffer.compare(row(early, mine, word), row(model, whole, word)), word).toBe(0);
  expect(row(early, mine, 'elephant').every((byte) => byte === 0)).toBe(true);
});

it('refuses a sentence with a word that would fall to pieces', () => {
  expect(() => partsOfModel(model, ['the qzx slept'])).toThrow(/"qzx" is no piece of the model/);
});
