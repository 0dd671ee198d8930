import { expect, it } from 'vitest';
import type { Folder } from '../../../web/src/model/protocol';
import { modelOf, type PickedFile } from '../../../web/src/published/folder';

/** A file of weights with one F32 tensor of so many numbers by its header. */
function weights(count: number): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(
    JSON.stringify({ a: { dtype: 'F32', shape: [count], data_offsets: [0, 4 * count] } }),
  );
  const bytes = new Uint8Array(8 + header.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
  bytes.set(header, 8);
  return bytes;
}

const file = (path: string, content: BlobPart): PickedFile =>
  Object.assign(new File([content], path.replace(/^.*\//, '')), { path });

const roberta = '{"model_type": "roberta"}';

it('names files by the folder of the config that lies least deep', async () => {
  const files = [
    file('/some/minilm/1_Pooling/config.json', '{}'),
    file('/some/minilm/config.json', roberta),
    file('/some/minilm/model.safetensors', weights(6)),
    file('/some/README.md', ''),
  ];
  const folder = (await modelOf(files)) as Folder;
  expect(folder.name).toBe('minilm');
  expect(Object.keys(folder.files).sort()).toEqual([
    '1_Pooling/config.json',
    'config.json',
    'model.safetensors',
  ]);
  expect(folder.memory).toBe(24);
});

it('takes weights of another name that are alone, and the sum of shards', async () => {
  const alone = [file('config.json', roberta), file('best.safetensors', weights(3))];
  expect(((await modelOf(alone)) as Folder).files['model.safetensors']).toBe(alone[1]);
  const shards = ['config.json', 'model.safetensors.index.json'].map((name) => file(name, roberta));
  const both = [...shards, file('a.safetensors', weights(3)), file('b.safetensors', weights(4))];
  expect(((await modelOf(both)) as Folder).memory).toBe(28);
});

it('leaves BERT with its vocabulary to the page’s own module, unless it labels', async () => {
  const header = { __metadata__: { config: '{}', vocab: 'a' } };
  const bytes = new TextEncoder().encode(JSON.stringify(header));
  const model = new Uint8Array([bytes.length, 0, 0, 0, 0, 0, 0, 0, ...bytes]);
  const bert = [file('config.json', '{"model_type": "bert"}'), file('model.safetensors', model)];
  expect(await modelOf(bert)).toBe(bert[1]);
  const labels = '{"model_type": "bert", "architectures": ["BertForSequenceClassification"]}';
  expect(await modelOf([file('config.json', labels), bert[1] as File])).toHaveProperty('files');
  expect(await modelOf([...bert, file('tokenizer.json', '{}')])).toHaveProperty('files');
});

it('says what is missing, and what there is no room for', async () => {
  await expect(modelOf([file('config.json', roberta), file('vocab.json', '')])).rejects.toThrow(
    'There are no weights beside config.json',
  );
  const large = [file('config.json', roberta), file('model.safetensors', weights(6e8))];
  await expect(modelOf(large)).rejects.toThrow(
    'This model needs 2.4 GB of memory; a page gets at most 2.1.',
  );
});
