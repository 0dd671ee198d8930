/// What connection.ts is in dist/split, where the model is a file in two parts.
import { compiledCore } from '../model/core-beside';
import { openEncoder } from '../model/page-encoder';
import { fileOf, type Part, partFrom, withoutHead } from '../model/parted-file';
import { parts } from '../model/parts';
import { fetchModel } from '../model/source';
import type { Connect } from './figure';
import { loadFile } from './load-file';
import type { Encoder, FetchModel } from './session';

/** Views that show nothing of what the model answers. */
const viewsWithoutAnswer = new Set(['attention', 'heatmap', 'scores', 'scale', 'softmax', 'sum']);

type Progress = (share: number) => void;

/** What the first part alone is: a model that reads its sentences and says no words. */
interface Early {
  readonly part: Part;
  readonly file: Blob;
}

/** Fetched once for all figures of a page, unless it fails: those with the same Blob share the model. */
class Shared<Value> {
  private value: Promise<Value> | null = null;
  there = false;

  get(fetch: () => Promise<Value>): Promise<Value> {
    this.value ??= this.fetched(fetch);
    return this.value;
  }

  private async fetched(fetch: () => Promise<Value>): Promise<Value> {
    try {
      const value = await fetch();
      this.there = true;
      return value;
    } catch (error) {
      this.value = null;
      throw error;
    }
  }
}

const early = new Shared<Early>();
const whole = new Shared<Blob>();

async function fetchPart(name: string, progress: Progress): Promise<Part> {
  const file = await fetchModel(parts().address(name), progress);
  return partFrom(await file.arrayBuffer());
}

async function fetchEarly(progress: Progress): Promise<Early> {
  const part = await fetchPart('model', progress);
  return { part, file: await withoutHead(new Blob([fileOf([part])])) };
}

async function fetchWhole(part: Part): Promise<Blob> {
  return new Blob([fileOf([part, await fetchPart('model-rest', () => undefined)])]);
}

/** The encoder of one figure. While its model is an early one, it waits with what that cannot answer. */
export class PartedEncoder implements Encoder {
  private readonly client: Encoder;
  /** The sentences that the model can read, if it is an early one, and what ends when it no longer is. */
  private held: { readonly sentences: readonly string[]; readonly end: Promise<void> } | null =
    null;
  private early: Blob | null = null;
  private release: (error?: unknown) => void = () => undefined;

  constructor(client: Encoder) {
    this.client = client;
  }

  /** Fetches the model; if the first part is enough for the picture, shows what it gives at once. */
  readonly fetch: FetchModel = async (progress, { sentence, view }, show) => {
    const { part, file } = await early.get(() => fetchEarly(progress));
    const coming = whole.get(() => fetchWhole(part));
    const { sentences = [] } = part;
    if (!whole.there && viewsWithoutAnswer.has(view) && sentences.includes(sentence)) {
      this.early = file;
      this.hold(sentences);
      await show(file);
    }
    try {
      return await coming;
    } catch (error) {
      this.release(error);
      throw error;
    }
  };

  load: Encoder['load'] = async (file, ...more) => {
    const info = await this.client.load(file, ...more);
    if (file !== this.early) this.release();
    return info;
  };

  encode: Encoder['encode'] = async (text, masked, run, loss) => {
    if (loss || !this.held?.sentences.includes(text)) await this.held?.end;
    return this.client.encode(text, masked, run, loss);
  };

  parameter: Encoder['parameter'] = async (name) => {
    if (name.startsWith('embeddings.word_embeddings')) await this.held?.end;
    return this.client.parameter(name);
  };

  outcomes: Encoder['outcomes'] = async (of) => {
    await this.held?.end;
    return this.client.outcomes(of);
  };

  private hold(sentences: readonly string[]): void {
    const end = new Promise<void>((resolve, reject) => {
      this.release = (error) => {
        if (error) return reject(error);
        this.held = null;
        resolve();
      };
    });
    // Nobody may be waiting when it fails.
    end.catch(() => undefined);
    this.held = { sentences, end };
  }
}

/** The core is on its way while the model is; the worker says what is wrong with it. */
export const connect: Connect = () => {
  compiledCore().catch(() => undefined);
  const client = openEncoder(loadFile);
  const encoder = new PartedEncoder(client);
  return { encoder, model: encoder.fetch, release: () => client.release() };
};
