import { inLanguage } from '../words/language';
import { msg, told } from '../words/msg';
import type { ModelFile } from './protocol';
import type { Progress, StartWorker } from './worker-line';

declare global {
  /** Set by fovea-published.js: what reads published folders, and starts workers for them. */
  var foveaFolders:
    | {
        readonly read: (files: readonly File[]) => Promise<ModelFile>;
        readonly fetch: (
          address: string,
          progress: Progress,
          signal: AbortSignal,
        ) => Promise<ModelFile>;
        readonly worker: StartWorker;
      }
    | undefined;
}

/// A model as it is published: its weights in one file, its config and vocabulary beside it.

/** What a `.safetensors` file begins with: 8 bytes that say how long the header is, then the header. */
interface Header {
  readonly entries: Readonly<Record<string, unknown>>;
  /** Bytes before the numbers. */
  readonly length: number;
}

/** Longer headers are refused by the core, whose message says so. */
const longestHeader = 16_000_000;

/** Null for what is no header: the core then says what is wrong with the file. */
export async function headerOf(file: Blob): Promise<Header | null> {
  try {
    const start = new DataView(await file.slice(0, 8).arrayBuffer());
    const size = Number(start.getBigUint64(0, true));
    if (size > longestHeader || size + 8 > file.size) return null;
    const entries = JSON.parse(await file.slice(8, 8 + size).text());
    const isObject = typeof entries === 'object' && entries !== null && !Array.isArray(entries);
    return isObject ? { entries, length: size + 8 } : null;
  } catch {
    return null;
  }
}

/** More are in no file. */
const mostNumbers = 2 ** 40;

/** How many numbers a tensor has; NaN where that is not a list of sizes. */
const countOf = (shape: unknown): number =>
  Array.isArray(shape)
    ? shape.reduce((count, n) => (n >= 0 ? count * n : Number.NaN), 1)
    : Number.NaN;

/** Bytes that the model of a file takes once it is read, about; NaN where the file does not say. */
export async function memoryOf(file: Blob): Promise<number> {
  const header = await headerOf(file);
  if (!header) return Number.NaN;
  // Numbers become F32, but BF16 stays as it is.
  return Object.entries(header.entries).reduce((bytes, [name, tensor]) => {
    if (name === '__metadata__') return bytes;
    const { dtype, shape } = (tensor ?? {}) as { dtype?: unknown; shape?: unknown };
    const count = countOf(shape);
    // The core says what is wrong with a tensor that no file can hold.
    return count > mostNumbers ? Number.NaN : bytes + count * (dtype === 'BF16' ? 2 : 4);
  }, 0);
}

/** Said of a model that a module has no room for. */
export const tooLarge = (memory: number): string =>
  msg`This model needs ${inLanguage((memory / 1e9).toFixed(1))} GB of memory; a page gets at most ${inLanguage('2.1')}. The program fovea can read it.`;

/** The metadata's keys of the files beside the weights. */
const keys = { 'config.json': 'config', 'vocab.txt': 'vocab' } as const;

/** What a file's own metadata says. */
export const metadataOf = ({ entries }: Header): Readonly<Record<string, string>> =>
  (entries.__metadata__ as Readonly<Record<string, string>> | undefined) ?? {};

/** The file with that metadata. */
export function withMetadata(file: Blob, header: Header, metadata: object): Blob {
  const text = JSON.stringify({ ...header.entries, __metadata__: metadata });
  const bytes = new TextEncoder().encode(text);
  const size = new DataView(new ArrayBuffer(8));
  size.setBigUint64(0, BigInt(bytes.length), true);
  return new Blob([size, bytes, file.slice(header.length)]);
}

/**
 * One model file of those that a reader has chosen: a `.safetensors`, alone or with the config.json
 * and the vocab.txt that are published beside it. Rejects where that is not what they are.
 */
export async function modelFileOf(files: readonly File[]): Promise<Blob> {
  const models = files.filter(({ name }) => name.endsWith('.safetensors'));
  const [model = files[0]] = models;
  if (!model || (models.length === 0 && files.length > 1))
    throw told(
      new Error(),
      () =>
        msg`None of these files ends in .safetensors. Choose model.safetensors, config.json and vocab.txt together, or a folder with all three.`,
    );
  if (models.length > 1)
    throw told(
      new Error(),
      () => msg`${models.length} of these files end in .safetensors; a model is read from one.`,
    );
  const header = await headerOf(model);
  if (!header) return model;
  const metadata = { ...metadataOf(header) };
  const missing: string[] = [];
  for (const [name, key] of Object.entries(keys)) {
    const file = files.find((each) => each.name === name);
    if (metadata[key] === undefined && file) metadata[key] = await file.text();
    if (metadata[key] === undefined) missing.push(name);
  }
  const [first, second] = missing;
  if (second)
    throw told(
      new Error(),
      () =>
        msg`${model.name} needs ${first} and ${second} from its folder: choose them together, or drop the folder.`,
    );
  if (first)
    throw told(
      new Error(),
      () =>
        msg`${model.name} needs ${first} from its folder: choose them together, or drop the folder.`,
    );
  const isWhole = Object.keys(metadata).length === Object.keys(metadataOf(header)).length;
  return isWhole ? model : withMetadata(model, header, metadata);
}
