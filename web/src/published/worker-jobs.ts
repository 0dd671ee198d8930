import type { FoveaPublishedModule, Model, PairToken as WasmToken } from 'fovea-published-wasm';
import { utf16Indices } from '../model/bytes';
import type {
  Answers as EncoderAnswers,
  Requests as EncoderRequests,
  Folder,
  Head,
  ModelInfo,
} from '../model/protocol';
import { type Source, sourceOf, sourceOfBlob } from '../model/source';
import type { Core, LoadRequest } from '../model/worker-jobs';
import { type Handlers, reportProgress } from '../model/worker-side';
import { VariantJobs } from '../relatives/variant-jobs';
import { isWeights } from './folder';
import type { Answers, PairToken, Requests } from './protocol';

const encode = (text: string) => new TextEncoder().encode(text);

declare global {
  /** A file of a folder on the disk, in Node; undefined where there is none. */
  var foveaDisk:
    | ((folder: string, name: string) => (Source & { close(): void }) | undefined)
    | undefined;
}

function readDisk(fovea: FoveaPublishedModule, path: string): Model {
  const open: { close(): void }[] = [];
  try {
    return fovea.loadFolder((name) => {
      const file = globalThis.foveaDisk?.(path, name);
      if (file) open.push(file);
      return file;
    });
  } finally {
    for (const file of open) file.close();
  }
}

/** Reads the files of a folder, and tells how much of the weights has been read. */
function readFolder(fovea: FoveaPublishedModule, { files, path }: Folder, id: number): Model {
  if (path !== undefined) return readDisk(fovea, path);
  const weights = Object.keys(files).filter(isWeights);
  const size = weights.reduce((sum, name) => sum + (files[name]?.size ?? 0), 0);
  const read = new Map<string, number>();
  return fovea.loadFolder((name) => {
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    const progress = (bytes: number) => {
      if (!isWeights(name) || size === 0) return;
      read.set(name, bytes);
      reportProgress(id, [...read.values()].reduce((sum, some) => sum + some, 0) / size);
    };
    // Node has no files that are read at once; there they come as bytes.
    return file instanceof Uint8Array ? sourceOf(file) : file && sourceOfBlob(file, progress);
  });
}

/** A worker's jobs for published models; texts are encoded as by those of the page. */
export class PublishedJobs extends VariantJobs {
  private readonly heads = new Map<number, Head>();

  protected override load(core: Core, request: LoadRequest): ModelInfo {
    const { file } = request;
    const folder = file as Partial<Folder>;
    if (!folder.files) return super.load(core, request);
    const fovea = core as FoveaPublishedModule;
    const model = readFolder(fovea, folder as Folder, request.id);
    const head = fovea.headOf(model) as Head;
    const info = this.keep(request.model, model);
    this.heads.set(request.model, head);
    // Whoever publishes weights has trained them; the folder does not say on what.
    const metadata = { ...info.metadata, name: folder.name || 'model', trained: 'true' };
    return { ...info, metadata, head };
  }

  protected override unload(number: number): null {
    this.heads.delete(number);
    return super.unload(number);
  }

  /** What heads answer, and vectors of texts. */
  async answers(core: Promise<FoveaPublishedModule>): Promise<Handlers<Requests, Answers>> {
    const fovea = await core;
    return {
      answer: ({ model, text, pair, masked, why }) => {
        const question = {
          text: encode(text),
          ...(pair !== undefined && { pair: encode(pair) }),
          ...(masked && { masked }),
          ...(why && { why }),
        };
        const answer = fovea.answer(this.modelOf(model), question);
        const tokens = this.tokensOf(answer.tokens, [text, pair ?? '']);
        return { ...answer, tokens, head: this.heads.get(model) as Head };
      },
      pass: ({ model, text, pair }) => {
        const start = performance.now();
        const asked = { text: encode(text), ...(pair !== undefined && { pair: encode(pair) }) };
        const passed = fovea.encodePair(this.modelOf(model), asked);
        const tokens = this.tokensOf(passed.tokens as WasmToken[], [text, pair ?? '']);
        const milliseconds = performance.now() - start;
        const run = { structure: '', changes: [] };
        return this.presented(model, {
          ...{ ...passed, text, tokens, run, masked: [], loss: undefined, milliseconds },
        });
      },
      embed: ({ model, texts }) => ({ data: fovea.embed(this.modelOf(model), texts.map(encode)) }),
      sentence: ({ model, text }) => {
        const sentence = fovea.sentence(this.modelOf(model), encode(text));
        return { ...sentence, tokens: this.tokensOf(sentence.tokens, [text]) };
      },
    };
  }

  /** Offsets in UTF-16 units of the text that a token is of. */
  private tokensOf(tokens: readonly WasmToken[], texts: readonly string[]): PairToken[] {
    const indices = texts.map(utf16Indices);
    return tokens.map((token) => {
      const at = (byte: number) => indices[token.text]?.[byte] ?? 0;
      return { ...token, begin: at(token.begin), end: at(token.end) };
    });
  }
}

export type All = EncoderRequests & Requests;
export type AllAnswers = EncoderAnswers & Answers;
