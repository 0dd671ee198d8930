import { fetchForbidden, unreachable } from '../model/content-policy';
import { type Folder, mostMemory } from '../model/protocol';
import { memoryOf, tooLarge } from '../model/published';
import type { Progress } from '../model/worker-line';
import { msg, told } from '../words/msg';

/// A published folder at an address: one request for each of its files.

const refused = (say: () => string): Error => told(new Error(), say);

/** A page where a file should be; what is not there is often answered so. */
function pageInstead(url: string): Error {
  return refused(
    () =>
      msg`${url} is a web page, not a file. On a hub, a model’s files are under “resolve/main/” of its page.`,
  );
}

async function answerOf(url: string, signal: AbortSignal): Promise<Response | null> {
  let response: Response;
  try {
    response = await fetch(url, { signal });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof TypeError)) throw error;
    const why = (await fetchForbidden(url)) ?? unreachable();
    throw refused(() => msg`The model’s file ${url} could not be loaded: ${why}.`);
  }
  if (response.status === 404) return null;
  const { ok, status } = response;
  if (!ok)
    throw refused(
      () => msg`The model’s file ${url} could not be loaded: its server says ${status}.`,
    );
  if (/^text\/html\b/.test(response.headers.get('content-type') ?? '')) throw pageInstead(url);
  return response;
}

/** Bytes of weights that have come, and that are to come. */
class Loaded {
  private readonly progress: Progress;
  private bytes = 0;
  private size = 0;
  memory = 0;

  constructor(progress: Progress) {
    this.progress = progress;
  }

  expect(size: number): void {
    this.size += size;
  }

  add(bytes: number): void {
    this.bytes += bytes;
    if (this.size > 0) this.progress(Math.min(1, this.bytes / this.size));
  }

  /** What the model will take, as a file's header tells before its numbers have come. */
  takes(memory: number): void {
    this.memory += memory;
    if (this.memory > mostMemory) throw refused(() => tooLarge(this.memory));
  }
}

/** Bytes after which a header has come, if ever. */
const longestHeader = 16_000_000;

/** A file of weights, whose header says what it takes while the rest is on its way. */
async function weightsFrom(response: Response, loaded: Loaded): Promise<Blob> {
  loaded.expect(Number(response.headers.get('content-length')) || 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let known = false;
  const reader = response.body?.getReader();
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      parts.push(part.value);
      length += part.value.length;
      loaded.add(part.value.length);
      if (known) continue;
      // The header alone has to be whole for this.
      const memory = await memoryOf(new Blob(parts));
      known = !Number.isNaN(memory) || length > longestHeader;
      if (!Number.isNaN(memory)) loaded.takes(memory);
    }
  } catch (error) {
    await reader?.cancel().catch(() => undefined);
    throw error;
  }
  return new Blob(parts);
}

const shardsOf = async (index: Blob): Promise<readonly string[]> => {
  try {
    const { weight_map: map } = JSON.parse(await index.text());
    return [...new Set(Object.values(map as Record<string, string>))].filter(
      (name) => typeof name === 'string' && !/[/\\]/.test(name),
    );
  } catch {
    return []; // the core says what is wrong with it
  }
};

/** Only encoders without a head of their own are published with a way to pool. */
async function mayPool(config: Blob): Promise<boolean> {
  try {
    const { architectures } = JSON.parse(await config.text());
    return !/For[A-Z]/.test(String(architectures ?? ''));
  } catch {
    return false;
  }
}

class FolderRequest {
  private readonly base: string;
  private readonly signal: AbortSignal;
  private readonly loaded: Loaded;
  readonly files: Record<string, Blob> = {};

  constructor(base: string, progress: Progress, signal: AbortSignal) {
    this.base = base;
    this.signal = signal;
    this.loaded = new Loaded(progress);
  }

  get memory(): number {
    return this.loaded.memory;
  }

  async all(): Promise<void> {
    const config = await this.small('config.json');
    if (!config)
      throw refused(
        () =>
          msg`There is no config.json at ${this.base}: the address of a model’s folder has one.`,
      );
    const pooling = (await mayPool(config)) ? this.pooling() : undefined;
    await Promise.all([this.tokenizer(), pooling, this.weights()]);
  }

  private async small(name: string): Promise<Blob | undefined> {
    const response = await answerOf(this.base + name, this.signal);
    const file = response && (await response.blob());
    if (!file) return undefined;
    if (/^\s*<(!doctype|html)/i.test(await file.slice(0, 100).text()))
      throw pageInstead(this.base + name);
    this.files[name] = file;
    return file;
  }

  private async tokenizer(): Promise<void> {
    if (await this.small('tokenizer.json')) return;
    const some = await Promise.all(['vocab.txt', 'vocab.json'].map((name) => this.small(name)));
    if (some[1]) await this.small('merges.txt');
    await this.small('tokenizer_config.json');
  }

  private async pooling(): Promise<void> {
    if (!(await this.small('modules.json'))) return;
    await Promise.all(
      ['1_Pooling/config.json', 'sentence_bert_config.json'].map((name) => this.small(name)),
    );
  }

  private async weights(): Promise<void> {
    if (await this.shard('model.safetensors')) return;
    const index = await this.small('model.safetensors.index.json');
    const shards = index ? await shardsOf(index) : [];
    if (shards.length === 0)
      throw refused(
        () =>
          msg`There are no weights at ${this.base}: neither model.safetensors nor shards with model.safetensors.index.json.`,
      );
    await Promise.all(shards.map((name) => this.shard(name)));
  }

  private async shard(name: string): Promise<boolean> {
    const response = await answerOf(this.base + name, this.signal);
    if (response) this.files[name] = await weightsFrom(response, this.loaded);
    return response !== null;
  }
}

/** The folder at an address that ends with "/". Rejects with a sentence that says why it cannot be had. */
export async function fetchFolder(
  address: string,
  progress: Progress,
  signal: AbortSignal,
): Promise<Folder> {
  const base = new URL(address, globalThis.document?.baseURI).href;
  const failed = new AbortController();
  const request = new FolderRequest(base, progress, AbortSignal.any([signal, failed.signal]));
  try {
    await request.all();
  } catch (error) {
    failed.abort(error); // what else is on its way need not come
    throw error;
  }
  const name = decodeURIComponent(
    base.replace(/\/resolve\/[^/]*\/$/, '/').replace(/^.*\/([^/]+)\/$/, '$1'),
  );
  return { name, files: request.files, memory: request.memory };
}
