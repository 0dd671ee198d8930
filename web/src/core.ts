/// `fovea/core` of the npm package: the encoder without a page, in Node and in browsers.
import createFovea, { type FoveaModule } from 'fovea-wasm';
import binary from 'fovea-wasm/binary?bytes';
import { LoadedEncoder } from './loaded-encoder';
import { sourceOf } from './model/source';
import { Trace } from './model/trace';
import type { FolderFiles, PublishedModel, Waiting } from './published';
import { checkRoom, memoryOfBytes } from './published/room';

export type { EncodeOptions } from './loaded-encoder';
export type { Encoding, Loss, ModelConfig, ModelInfo, Parameter, Token } from './model/protocol';
export type { Tensor } from './model/trace';
export type {
  Classification,
  FolderFiles,
  Found,
  PairToken,
  PublishedModel,
  Waiting,
} from './published';
export { Trace };

let core: Promise<FoveaModule> | undefined;

/** A model that is loaded: it encodes texts, each into a trace of all that was computed. */
export class Encoder extends LoadedEncoder {
  /**
   * Reads a model file, the bytes of a safetensors file.
   * @throws {Error} with a `code`, where it is none that can be used; "not-in-this-build" where
   * `VariantEncoder` of `fovea/decoder` reads it; "out-of-memory", before any is taken, where it
   * takes more than WebAssembly gets.
   */
  static async load(file: ArrayBuffer | Uint8Array): Promise<Encoder> {
    core ??= createFovea({ wasmBinary: binary() });
    const bytes = file instanceof Uint8Array ? file : new Uint8Array(file);
    checkRoom(await memoryOfBytes(bytes));
    return new Encoder((await core).loadModel(sourceOf(bytes)));
  }
}

/**
 * Opens a model as people publish it, in a worker of its own: the folder at an address that ends with
 * "/", in Node also one on the disk, or files by their names. It has `embed(texts)`, `classify(text)`
 * and `search(query, texts)`. Loads `fovea/published`, which has a larger core, when it is called.
 */
export async function openPublished(
  from: string | FolderFiles,
  options: Waiting = {},
): Promise<PublishedModel> {
  const published = await import('./published.js');
  return published.PublishedModel.open(from, options);
}
