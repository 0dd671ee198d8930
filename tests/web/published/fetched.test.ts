import { afterEach, expect, it, vi } from 'vitest';
import { fetchFolder } from '../../../web/src/published/fetched';

const base = 'https://models.example/minilm/';

/** A file of weights of so many numbers by its header; what follows it never ends where `stalls`. */
function weights(count: number): Uint8Array<ArrayBuffer> {
  const header = new TextEncoder().encode(
    JSON.stringify({ a: { dtype: 'F32', shape: [count], data_offsets: [0, 4 * count] } }),
  );
  const bytes = new Uint8Array(8 + header.length + 8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(header.length), true);
  bytes.set(header, 8);
  return bytes;
}

type Served = BodyInit | Response | (() => Promise<Response>);

/** Serves these files; what is asked for, in order. */
function serving(files: Readonly<Record<string, Served>>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    const name = url.slice(base.length);
    asked.push(name);
    const found = files[name];
    if (found === undefined) return Promise.resolve(new Response('', { status: 404 }));
    if (typeof found === 'function') return found();
    return Promise.resolve(found instanceof Response ? found : new Response(found));
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

const { signal } = new AbortController();
const load = (progress: (share: number) => void = () => undefined, stops = signal) =>
  fetchFolder(base, progress, stops);

const bert = '{"model_type": "bert", "architectures": ["BertForMaskedLM"]}';

it('asks for each file once, and for no others', async () => {
  const bytes = weights(2);
  const asked = serving({
    'config.json': bert,
    'tokenizer.json': '{}',
    'model.safetensors': new Response(bytes, { headers: { 'content-length': `${bytes.length}` } }),
  });
  const shares: number[] = [];
  const folder = await load((share) => shares.push(share));
  expect(asked.sort()).toEqual(['config.json', 'model.safetensors', 'tokenizer.json']);
  expect(Object.keys(folder.files).sort()).toEqual(asked);
  expect(folder.name).toBe('minilm');
  expect(folder.memory).toBe(8);
  expect(shares.at(-1)).toBe(1);
});

it('finds a vocabulary, the way to pool, and shards', async () => {
  const index = '{"weight_map": {"a": "one.safetensors", "b": "two.safetensors", "c": "../x"}}';
  const asked = serving({
    'config.json': '{"model_type": "bert", "architectures": ["BertModel"]}',
    'vocab.txt': 'a',
    'modules.json': '[]',
    '1_Pooling/config.json': '{}',
    'model.safetensors.index.json': index,
    'one.safetensors': weights(2),
    'two.safetensors': weights(3),
  });
  const folder = await load();
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked).not.toContain('../x');
  expect(folder.memory).toBe(20);
  for (const name of ['vocab.txt', '1_Pooling/config.json', 'one.safetensors', 'two.safetensors'])
    expect(folder.files[name]).toBeInstanceOf(Blob);
});

it('says what is not there', async () => {
  serving({});
  await expect(load()).rejects.toThrow(`There is no config.json at ${base}`);
  serving({ 'config.json': bert });
  await expect(load()).rejects.toThrow(`There are no weights at ${base}`);
});

it('tells a page from a file, by its type and by its text', async () => {
  const page = new Response('', { headers: { 'content-type': 'text/html; charset=utf-8' } });
  serving({ 'config.json': page });
  await expect(load()).rejects.toThrow(`${base}config.json is a web page, not a file.`);
  serving({ 'config.json': '<!DOCTYPE html><title>Not found</title>' });
  await expect(load()).rejects.toThrow('is a web page, not a file. On a hub');
});

it('says why a file cannot be had', async () => {
  serving({ 'config.json': new Response('', { status: 403 }) });
  await expect(load()).rejects.toThrow('could not be loaded: its server says 403');
  serving({ 'config.json': () => Promise.reject(new TypeError('Failed to fetch')) });
  await expect(load()).rejects.toThrow('it must send Access-Control-Allow-Origin');
});

it('says that a model is too large once its header has come, and stops', async () => {
  let cancelled = false;
  const endless = new ReadableStream({
    start: (stream) => stream.enqueue(weights(6e8)),
    cancel: () => {
      cancelled = true;
    },
  });
  serving({
    'config.json': bert,
    'tokenizer.json': '{}',
    'model.safetensors': new Response(endless),
  });
  await expect(load()).rejects.toThrow('This model needs 2.4 GB of memory');
  expect(cancelled).toBe(true);
});

it('stops where the reader cancels', async () => {
  const stop = new AbortController();
  serving({ 'config.json': () => Promise.reject(stop.signal.reason) });
  stop.abort(new Error('no more'));
  await expect(load(() => undefined, stop.signal)).rejects.toThrow('no more');
});
