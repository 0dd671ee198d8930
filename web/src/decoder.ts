/// `fovea/decoder` of the npm package: models with a decoder, and encoders of every kind, without a
/// page, in Node and in browsers.
import createFoveaRelatives, { type FoveaRelativesModule, type Model } from 'fovea-relatives-wasm';
import binary from 'fovea-relatives-wasm/binary?bytes';
import { LoadedEncoder } from './loaded-encoder';
import type { ModelConfig, ModelInfo } from './model/protocol';
import { sourceOf } from './model/source';
import { checkRoom, memoryOfBytes } from './published/room';
import { decoded, passTensors } from './relatives/decode';
import type { DecodeAnswer, DecodeRequest, PassTensors, TraceRequest } from './relatives/protocol';

export type { EncodeOptions } from './loaded-encoder';
export type { Encoding, Loss, ModelConfig, ModelInfo, Parameter, Token } from './model/protocol';
export { type Tensor, Trace } from './model/trace';
export type { DecodeAnswer, DecodeStep, NextWord, PassTensors } from './relatives/protocol';

/** What is to be written; what is left out is 0, or nothing. */
export type Writing = Partial<Omit<DecodeRequest, 'model'>>;

/** A text so far, and what the encoder read. */
export type Written = Omit<TraceRequest, 'model'>;

let core: Promise<FoveaRelativesModule> | undefined;

/** The module, and a model that it has read. */
async function read(file: ArrayBuffer | Uint8Array): Promise<[FoveaRelativesModule, Model]> {
  const bytes = file instanceof Uint8Array ? file : new Uint8Array(file);
  checkRoom(await memoryOfBytes(bytes));
  core ??= createFoveaRelatives({ wasmBinary: binary() });
  const fovea = await core;
  return [fovea, fovea.loadModel(sourceOf(bytes))];
}

/**
 * An encoder of any kind, as `Encoder` of `fovea/core`: with rotary positions or ALiBi, shared keys
 * and values, RMSNorm, gated networks, experts. The trace has the names of the core.
 */
export class VariantEncoder extends LoadedEncoder {
  /**
   * Reads a model file, the bytes of a safetensors file.
   * @throws {Error} with a `code`, where it is none that can be used.
   */
  static async load(file: ArrayBuffer | Uint8Array): Promise<VariantEncoder> {
    const [, model] = await read(file);
    return new VariantEncoder(model);
  }
}

/** A model with a decoder that is loaded: an encoder–decoder, which rewrites a source, or a language model. */
export class Decoder {
  /** Config, vocabulary, number of parameters, and what else the file says of the model. */
  readonly info: ModelInfo;
  private readonly model: Model;
  private readonly fovea: FoveaRelativesModule;

  private constructor(fovea: FoveaRelativesModule, model: Model) {
    const info = model.info();
    this.fovea = fovea;
    this.model = model;
    this.info = { ...info, config: info.config as unknown as ModelConfig };
  }

  /**
   * Reads a model file, the bytes of a safetensors file.
   * @throws {Error} with a `code`, where it is none that can be used.
   */
  static async load(file: ArrayBuffer | Uint8Array): Promise<Decoder> {
    return new Decoder(...(await read(file)));
  }

  /**
   * Encodes the source, where the model has an encoder, and writes: after the words `taken`, at most
   * `steps` more, with a key/value cache. Each step has its rows of attention and the likeliest words.
   * @throws {Error} with a `code`, for a source that is missing or a word that cannot be.
   */
  write({ taken = [], steps = 0, ...rest }: Writing): DecodeAnswer {
    return decoded(this.fovea, this.model, this.info, { ...rest, taken, steps });
  }

  /**
   * The whole pass over a text, `taken` its words after the start token: every intermediate of the
   * encoder and of the decoder, under its name.
   * @throws {Error} with a `code`, as `write`.
   */
  trace(written: Written): PassTensors {
    return passTensors(this.fovea.decoderTrace(this.model, written));
  }

  /** The id of a piece of the vocabulary, or -1. */
  idOf(piece: string): number {
    return this.info.vocabulary.indexOf(piece);
  }

  /** Frees the model's memory; nothing can be written afterwards. */
  close(): void {
    this.model.delete();
  }
}
