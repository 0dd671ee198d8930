import { mostMemory } from '../model/protocol';
import { memoryOf } from '../model/published';
import { EncoderError } from '../model/worker-line';
import { isWeights } from './folder';

/// Whether a module has room for a model, before anything is read but what its files say of their tensors.

type Files = Readonly<Record<string, Blob | Uint8Array>>;

/** @throws {EncoderError} "out-of-memory", for a model that takes more bytes than a module gets. */
export function checkRoom(memory: number): void {
  if (!(memory > mostMemory)) return;
  const needed = (memory / 1e9).toFixed(1);
  const message = `This model needs ${needed} GB of memory; WebAssembly gets at most ${(mostMemory / 1e9).toFixed(1)}. The program fovea can read it.`;
  throw new EncoderError({ code: 'out-of-memory', message });
}

/** A file's first bytes, which say what is in it, as one that is read in parts. */
const beginningOf = (header: Uint8Array): Blob => new Blob([header as Uint8Array<ArrayBuffer>]);

/** Longer headers are refused by the core. */
const longestHeader = 16_000_000;

/** How many bytes there are before a file's numbers. */
const lengthOf = (start: Uint8Array): number =>
  8 +
  Math.min(
    longestHeader,
    Number(new DataView(start.buffer, start.byteOffset).getBigUint64(0, true)),
  );

/** The same of bytes: a copy of them all would take what is to be saved. */
export const memoryOfBytes = (bytes: Uint8Array): Promise<number> =>
  bytes.length < 8
    ? Promise.resolve(Number.NaN)
    : memoryOf(beginningOf(bytes.subarray(0, lengthOf(bytes))));

/** Of files by their names: the weights in one file, otherwise in shards. */
export async function memoryOfFiles(files: Files): Promise<number> {
  const whole = files['model.safetensors'];
  const weights = whole
    ? [whole]
    : Object.keys(files)
        .filter(isWeights)
        .map((name) => files[name]);
  const each = await Promise.all(
    weights.map((file) =>
      file instanceof Uint8Array ? memoryOfBytes(file) : memoryOf(file as Blob),
    ),
  );
  return each.reduce((sum, bytes) => sum + bytes, 0);
}

/** What is used here of Node's files. */
interface Disk {
  readdir(path: string): Promise<string[]>;
  open(path: string): Promise<{
    read(to: Uint8Array, offset: number, length: number, at: number): Promise<unknown>;
    close(): Promise<void>;
  }>;
}

async function headerOnDisk(disk: Disk, path: string): Promise<Uint8Array> {
  const file = await disk.open(path);
  try {
    const start = new Uint8Array(8);
    await file.read(start, 0, start.length, 0);
    const header = new Uint8Array(lengthOf(start));
    await file.read(header, 0, header.length, 0);
    return header;
  } finally {
    await file.close();
  }
}

/** Of a folder on the disk, in Node; NaN where there is none, as the core says. */
export async function memoryOnDisk(folder: string): Promise<number> {
  const name = 'node:fs/promises'; // a bundler for browsers leaves it alone
  const disk = (await import(/* @vite-ignore */ name)) as Disk;
  try {
    const all = (await disk.readdir(folder)).filter(isWeights);
    const weights = all.includes('model.safetensors') ? ['model.safetensors'] : all;
    const each = await Promise.all(
      weights.map(async (file) => [file, await headerOnDisk(disk, `${folder}/${file}`)] as const),
    );
    return await memoryOfFiles(Object.fromEntries(each));
  } catch {
    return Number.NaN;
  }
}
