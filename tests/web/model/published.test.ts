import { expect, it } from 'vitest';
import { memoryOf, modelFileOf } from '../../../web/src/model/published';

function safetensors(header: object, numbers: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const size = new DataView(new ArrayBuffer(8));
  size.setBigUint64(0, BigInt(text.length), true);
  return new Uint8Array([...new Uint8Array(size.buffer), ...text, ...numbers]);
}

const tensors = {
  a: { dtype: 'F32', shape: [2, 3], data_offsets: [0, 24] },
  b: { dtype: 'BF16', shape: [4], data_offsets: [24, 32] },
  c: { dtype: 'I8', shape: [5], data_offsets: [32, 37] },
};

const numbers = Uint8Array.from({ length: 37 }, (_, i) => i);

const file = (name: string, content: BlobPart) => new File([content], name);

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

async function headerOf(blob: Blob) {
  const bytes = await bytesOf(blob);
  const size = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + size)));
  return { header, rest: bytes.subarray(8 + size) };
}

it('takes a file alone as it is', async () => {
  const model = file('any.bin', 'bytes');
  expect(await modelFileOf([model])).toBe(model);
});

it('puts config and vocabulary into the metadata, and leaves the numbers as they are', async () => {
  const model = file(
    'model.safetensors',
    safetensors({ __metadata__: { format: 'pt' }, ...tensors }, numbers).buffer as ArrayBuffer,
  );
  const config = file('config.json', '{"hidden_size": 4}');
  const vocabulary = file('vocab.txt', '[PAD]\n"é"\n');
  const whole = await modelFileOf([vocabulary, file('README.md', '#'), config, model]);
  const { header, rest } = await headerOf(whole);
  expect(header).toEqual({
    __metadata__: { format: 'pt', config: '{"hidden_size": 4}', vocab: '[PAD]\n"é"\n' },
    ...tensors,
  });
  expect(rest).toEqual(numbers);
});

it('keeps what the file says itself', async () => {
  const own = { __metadata__: { config: 'own', vocab: 'a' }, ...tensors };
  const model = file('m.safetensors', safetensors(own, numbers).buffer as ArrayBuffer);
  expect(await modelFileOf([model, file('config.json', 'other')])).toBe(model);
});

it('leaves a file that is no model to the core, which says what is wrong', async () => {
  const broken = file('m.safetensors', 'no header at all');
  expect(await modelFileOf([broken, file('config.json', '{}')])).toBe(broken);
  expect(await memoryOf(broken)).toBeNaN();
});

it('says which files are wanted', async () => {
  const bare = file('m.safetensors', safetensors(tensors, numbers).buffer as ArrayBuffer);
  await expect(modelFileOf([bare])).rejects.toThrow(
    'm.safetensors needs config.json and vocab.txt from its folder: choose them together, or drop the folder.',
  );
  const one = file('a.safetensors', '');
  await expect(modelFileOf([file('config.json', ''), file('vocab.txt', '')])).rejects.toThrow(
    'None of these files ends in .safetensors',
  );
  await expect(modelFileOf([one, file('b.safetensors', '')])).rejects.toThrow(
    '2 of these files end in .safetensors',
  );
});

it('tells what a model takes: four bytes a number, two where it stays BF16', async () => {
  const bytes = safetensors({ __metadata__: { a: 'b' }, ...tensors }, numbers);
  expect(await memoryOf(file('m.safetensors', bytes.buffer as ArrayBuffer))).toBe(24 + 8 + 20);
});

it('leaves shapes that no file has to the core, which says what is wrong', async () => {
  const shapes = [[-1e12, -1e12], [1e12, 1e12], [-4], ['a'], 7, null];
  for (const shape of shapes) {
    const bytes = safetensors({ ...tensors, a: { ...tensors.a, shape } }, numbers);
    expect(await memoryOf(file('m.safetensors', bytes.buffer as ArrayBuffer))).toBeNaN();
  }
  const list = file('m.safetensors', safetensors([1, 2], numbers).buffer as ArrayBuffer);
  expect(await modelFileOf([list])).toBe(list);
});
