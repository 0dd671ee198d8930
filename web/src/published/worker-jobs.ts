import type { FoveaPublishedModule, Model, PairToken as WasmToken } from 'fovea-published-wasm';
import { utf16Indices } from '../model/bytes';
import type {
  Answers as EncoderAnswers,
  Requests as EncoderRequests,
  Encoding,
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

/// The pieces of other families' vocabularies as the page writes pieces: "##" before one that goes on a word.

/** GPT-2's characters for bytes: printable ones stand for themselves, the others for those from U+0100. */
const byteOf: ReadonlyMap<string, number> = (() => {
  const map = new Map<string, number>();
  let next = 0x100;
  for (let byte = 0; byte < 256; byte++) {
    const printable =
      (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    map.set(String.fromCodePoint(printable ? byte : next++), byte);
  }
  return map;
})();

/** What the bytes say; those of a character that is not whole are named. Null where it is none of bytes. */
function decoded(piece: string): string | null {
  const bytes = Array.from(piece, (character) => byteOf.get(character));
  if (bytes.some((byte) => byte === undefined)) return null;
  const known = bytes as number[];
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(known));
  } catch {
    const named = (byte: number) =>
      byte === 0x20 ? ' ' : `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;
    return known.map(named).join('');
  }
}

/** A piece that begins a word begins with a space; one of letters without it goes on. */
const marked = (text: string): string => {
  if (text.startsWith(' ')) return text.length > 1 ? text.slice(1) : '␣';
  return /^[\p{L}\p{M}\p{N}]/u.test(text) ? `##${text}` : text;
};

const isSpecial = (piece: string): boolean => /^(<.*>|\[[A-Z]+\]|\[unused\d+\])$/.test(piece);

/** The vocabulary as it is shown. Pieces that are words' as BERT's stay as they are. */
export function shownPieces(vocabulary: readonly string[]): readonly string[] {
  const bytes = vocabulary.some((piece) => piece.startsWith('Ġ'));
  const spaces = !bytes && vocabulary.some((piece) => piece.startsWith('▁'));
  if (!bytes && !spaces) return vocabulary;
  return vocabulary.map((piece) => {
    if (isSpecial(piece) || piece === '') return piece;
    const text = bytes ? decoded(piece) : piece.replaceAll('▁', ' ');
    return text === null ? piece : marked(text);
  });
}

/** A token as it is shown: only what stands right behind another piece goes on its word. */
export const shownPiece = <Token extends { id: number; begin: number; end: number }>(
  token: Token,
  before: Token | undefined,
  pieces: readonly string[],
): string => {
  const piece = pieces[token.id] ?? '';
  const isInside = before && before.end > before.begin && token.begin === before.end;
  return isInside ? piece : piece.replace(/^##(?=.)/, '');
};

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
  private readonly pieces = new Map<number, readonly string[]>();
  private readonly heads = new Map<number, Head>();

  protected override load(core: Core, request: LoadRequest): ModelInfo {
    const { file } = request;
    const folder = file as Partial<Folder>;
    if (!folder.files) return super.load(core, request);
    const fovea = core as FoveaPublishedModule;
    const model = readFolder(fovea, folder as Folder, request.id);
    const head = fovea.headOf(model) as Head;
    const info = this.keep(request.model, model);
    const vocabulary = shownPieces(info.vocabulary);
    this.pieces.set(request.model, vocabulary);
    this.heads.set(request.model, head);
    // Whoever publishes weights has trained them; the folder does not say on what.
    const metadata = { ...info.metadata, name: folder.name || 'model', trained: 'true' };
    return { ...info, vocabulary, metadata, head };
  }

  protected override unload(number: number): null {
    this.pieces.delete(number);
    this.heads.delete(number);
    return super.unload(number);
  }

  protected override encode(request: EncoderRequests['encode']): Encoding {
    const encoding = super.encode(request);
    const pieces = this.pieces.get(request.model);
    if (!pieces) return encoding;
    const tokens = encoding.tokens.map((token, i) => ({
      ...token,
      piece: shownPiece(token, encoding.tokens[i - 1], pieces),
    }));
    return { ...encoding, tokens };
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
        const tokens = this.tokensOf(model, answer.tokens, [text, pair ?? '']);
        return { ...answer, tokens, head: this.heads.get(model) as Head };
      },
      embed: ({ model, texts }) => ({ data: fovea.embed(this.modelOf(model), texts.map(encode)) }),
      sentence: ({ model, text }) => {
        const sentence = fovea.sentence(this.modelOf(model), encode(text));
        return { ...sentence, tokens: this.tokensOf(model, sentence.tokens, [text]) };
      },
    };
  }

  /** Offsets in UTF-16 units of the text that a token is of, and pieces as they are shown. */
  private tokensOf(
    model: number,
    tokens: readonly WasmToken[],
    texts: readonly string[],
  ): PairToken[] {
    const indices = texts.map(utf16Indices);
    const pieces = this.pieces.get(model) ?? [];
    return tokens.map((token, i) => {
      const at = (byte: number) => indices[token.text]?.[byte] ?? 0;
      const before = tokens[i - 1]?.text === token.text ? tokens[i - 1] : undefined;
      const piece = pieces.length > 0 ? shownPiece(token, before, pieces) : token.piece;
      return { ...token, piece, begin: at(token.begin), end: at(token.end) };
    });
  }
}

export type All = EncoderRequests & Requests;
export type AllAnswers = EncoderAnswers & Answers;
