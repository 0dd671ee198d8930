import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { buildProgram } from '../../scripts/lib/programs.mjs';
import type * as Core from '../../web/src/core';
import type * as Program from '../../web/src/published';
import { literalTokenizer, pathOf, publishedFile } from './published-files';
import { expectClose, expectedOf } from './published-folder';

/// `fovea/published` as the npm package has it, in Node: its worker is a thread there.

type Model = Program.PublishedModel;

let folder = '';
let program: typeof Program;
let model: Model | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fovea-'));
  await buildProgram('published', folder);
  program = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'published.js')).href);
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => model?.close());

/** A fixture's folder on the disk, with another tokenizer than its own. */
function onDisk(name: string, tokenizer: string | Uint8Array | undefined): string {
  const place = join(folder, name);
  rmSync(place, { recursive: true, force: true });
  cpSync(dirname(pathOf(name, 'config.json')), place, { recursive: true });
  if (tokenizer) writeFileSync(join(place, 'tokenizer.json'), tokenizer);
  return `${place}/`;
}

const open = async (name: string): Promise<Model> => {
  model = await program.PublishedModel.open(onDisk(name, publishedFile(name, 'tokenizer.json')));
  return model;
};

/** Opens a fixture that reads ids as they are written. */
async function literal(name: string, types: readonly number[]): Promise<Model> {
  const { vocab_size: size } = JSON.parse(
    new TextDecoder().decode(publishedFile(name, 'config.json')),
  );
  model = await program.PublishedModel.open(onDisk(name, literalTokenizer(size, types[0])));
  return model;
}

/** Each case of a fixture: its texts, as ids, and the numbers that answer it. */
const casesOf = (name: string) => {
  const { numbers, cases } = expectedOf(name);
  return cases.map((ids) => {
    const at = ids.replace('ids', '');
    const types = numbers(`${at}types`);
    const second = types.includes(0) ? types.indexOf(1) : -1;
    const written = numbers(ids).map(String);
    const text = (second < 0 ? written : written.slice(0, second)).join(' ');
    const pair = second < 0 ? {} : { pair: written.slice(second).join(' ') };
    return { text, pair, types, answer: numbers(`${at}answer`) };
  });
};

it.each(['sentence-mean', 'sentence-cls', 'sentence-max'])(
  '%s: vectors are what PyTorch computes',
  async (name) => {
    for (const { text, pair, types, answer } of casesOf(name)) {
      if ('pair' in pair) continue;
      const [vector = []] = await (await literal(name, types)).embed([text]);
      expectClose(vector, answer);
    }
  },
);

it.each(['bert-text', 'modernbert-text'])('%s: logits are what PyTorch computes', async (name) => {
  for (const { text, pair, types, answer } of casesOf(name)) {
    const opened = await literal(name, types);
    const { labels } = await opened.classify(text, pair);
    const { labels: names } = opened.info.head ?? { labels: [] };
    expectClose(
      names.map((label) => labels.find((each) => each.label === label)?.logit ?? Number.NaN),
      answer,
    );
  }
});

it('many texts have the vectors that each has alone; the nearest comes first, with its pass', async () => {
  const opened = await open('sentence-mean');
  const words = ['the', 'animal', 'street', 'was', 'tired'];
  const texts = Array.from({ length: 70 }, (_, i) =>
    [i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25)].map((at) => words[at]).join(' '),
  );
  const heard: number[] = [];
  const vectors = await opened.embed(texts, { progress: (share) => heard.push(share) });
  expect(heard).toEqual([32 / 70, 64 / 70, 1]);
  const [alone = []] = await opened.embed([texts[40] ?? '']);
  expectClose(vectors[40] ?? [], [...alone]);
  const query = texts[40] ?? '';
  const [first, second] = await opened.search(query, texts, { most: 2, explain: true });
  expect(first).toMatchObject({ index: 40, cosine: expect.closeTo(1, 5) });
  expect(second?.cosine).toBeLessThanOrEqual(first?.cosine ?? 0);
  // Its last layer, averaged, is the vector that was compared.
  const { data, shape } = first?.trace?.tensor('layers.2.feedForward.norm') ?? {
    data: [],
    shape: [],
  };
  const [count = 0, width = 0] = shape;
  const mean = Array.from({ length: width }, (_, j) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += data[i * width + j] ?? 0;
    return sum / count;
  });
  const length = Math.hypot(...mean);
  expectClose(
    [...alone].map((x) => x / Math.hypot(...alone)),
    mean.map((x) => x / length),
  );
  expect(await opened.search(query, vectors, { most: 2 })).toEqual([
    { index: first?.index, cosine: first?.cosine },
    { index: second?.index, cosine: second?.cosine },
  ]);
});

it('answers are explained: shares of tokens, and the pass', async () => {
  const opened = await open('bert-text');
  const text = 'the animal was too tired';
  const { kind, labels, shares, tokens, trace } = await opened.classify(text, { explain: true });
  expect(kind).toBe('text');
  expect(labels.map(({ probability }) => probability).reduce((a, b) => a + b)).toBeCloseTo(1, 5);
  expect(shares?.length).toBe(tokens.length);
  expect(trace?.tensor('layers.0.attention.weights').shape.at(-1)).toBe(tokens.length);
  model?.close();
  const span = await (await open('roberta-span')).classify('who was tired', { pair: text });
  expect(span.tokens[0]?.labels.map(({ label }) => label).sort()).toEqual(['begin', 'end']);
});

it('answers to pairs of texts are explained too', async () => {
  const [pair, text] = ['the animal was too tired', 'who was tired'];
  const opened = await open('bert-text');
  const alone = await opened.classify(text, { explain: true });
  const both = await opened.classify(text, { pair, explain: true });
  const second = both.tokens.filter((token) => token.text === 1 && token.end > token.begin);
  expect(second[0]).toMatchObject({ piece: 'the', begin: 0, end: 3 });
  expect(both.shares?.length).toBe(both.tokens.length);
  expect(both.shares?.length).toBeGreaterThan(alone.shares?.length ?? 0);
  // The pass is over both: the second text has its own type, and is looked at.
  const { trace, tokens } = both;
  expect(trace?.tensor('layers.0.attention.weights').shape.at(-1)).toBe(tokens.length);
  const [hidden = [], lonely = []] = [both, alone].map((each) => [
    ...(each.trace?.row('layers.2.feedForward.norm', 0) ?? []),
  ]);
  expect(hidden.map((x, i) => Math.abs(x - (lonely[i] ?? 0))).some((x) => x > 1e-3)).toBe(true);
  expect(trace?.encoding.tokens.at(-1)).toMatchObject({ text: 1 });
  // Places count the letters of the text that a token is of, not its bytes.
  const letters = await opened.classify('it', { pair: 'ääää the', explain: true });
  const last = { piece: 'the', text: 1, begin: 5, end: 8 };
  expect(letters.tokens.at(-2)).toMatchObject(last);
  expect(letters.trace?.encoding.tokens.at(-2)).toMatchObject(last);
  opened.close();
  const span = await (await open('roberta-span')).classify(text, { pair, explain: true });
  expect(span.shares?.length).toBe(span.tokens.length);
  expect(span.trace?.encoding.tokens.length).toBe(span.tokens.length);
});

it('fovea/core opens such models too, by what stands beside it', async () => {
  await buildProgram('core', folder);
  const core: typeof Core = await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'core.js')).href
  );
  const place = onDisk('sentence-mean', publishedFile('sentence-mean', 'tokenizer.json'));
  model = await core.openPublished(place);
  const texts = ['the street was tired', 'the animal'];
  const vectors = await model.embed(texts);
  expect(vectors.map(({ length }) => length)).toEqual([8, 8]);
  const [best] = await model.search('the animal', texts, { most: 1, explain: true });
  expect(best?.index).toBe(1);
  expect(best?.trace?.tensor('layers.0.attention.weights').shape.at(-1)).toBeGreaterThan(2);
  // Its own script has only the core of the page's models.
  expect(statSync(join(folder, 'core.js')).size).toBeLessThan(
    statSync(join(folder, 'published.js')).size / 2,
  );
});

it('a model that there is no room for is refused before any is taken, however it is given', async () => {
  const header = JSON.stringify({
    a: { dtype: 'F16', shape: [6e8], data_offsets: [0, 1.2e9] },
  });
  const start = new Uint8Array(8 + header.length);
  new DataView(start.buffer).setBigUint64(0, BigInt(header.length), true);
  start.set(new TextEncoder().encode(header), 8);
  const place = onDisk('sentence-mean', publishedFile('sentence-mean', 'tokenizer.json'));
  writeFileSync(join(place, 'model.safetensors'), start);
  const refused = {
    code: 'out-of-memory',
    message:
      'This model needs 2.4 GB of memory; WebAssembly gets at most 2.1. The program fovea can read it.',
  };
  await expect(program.PublishedModel.open(place)).rejects.toMatchObject(refused);
  const config = publishedFile('sentence-mean', 'config.json') ?? new Uint8Array();
  const files = { 'config.json': config, 'model.safetensors': start };
  await expect(program.PublishedModel.open(files)).rejects.toMatchObject(refused);
  await buildProgram('core', folder);
  const core: typeof Core = await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'core.js')).href
  );
  await expect(core.Encoder.load(start)).rejects.toMatchObject(refused);
});

it('what is cancelled ends, and what is wrong says so', async () => {
  const opened = await open('sentence-mean');
  const ended = new AbortController();
  const texts = Array.from({ length: 100 }, () => 'the street');
  const progress = () => ended.abort(new Error('enough'));
  await expect(opened.embed(texts, { progress, signal: ended.signal })).rejects.toThrow('enough');
  expect((await opened.embed(['the street'])).length).toBe(1); // it goes on
  await expect(opened.classify('the street')).rejects.toThrow('no head that labels');
  opened.close();
  await expect(opened.embed(['the street'])).rejects.toMatchObject({ code: 'released' });
  const missing = program.PublishedModel.open(join(folder, 'nowhere'));
  await expect(missing).rejects.toThrow('config.json');
});
