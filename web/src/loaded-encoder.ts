import type { Model } from 'fovea-wasm';
import { encodeText } from './model/bytes';
import type { Loss, ModelConfig, ModelInfo, Parameter } from './model/protocol';
import { Trace } from './model/trace';

/** How a text is encoded where not as the model was trained. */
export interface EncodeOptions {
  /** Indices, from 0, of tokens that [MASK] replaces. */
  readonly masked?: readonly number[];
  /** Options that differ from the model's own: "scale=off,norm=pre". */
  readonly structure?: string;
  /** Tensors changed on the way: "layers.2.attention.weights[2,7,:]=0". */
  readonly changes?: readonly string[];
  /** The loss whose gradients are wanted: −ln of a piece's probability at a token, by id and index. */
  readonly loss?: Loss;
}

/** An encoder that is loaded, by whichever core: it encodes texts, each into a trace of all that was computed. */
export class LoadedEncoder {
  /** Config, vocabulary, number of parameters, and what else the file says of the model. */
  readonly info: ModelInfo;
  private readonly model: Model;

  /** `model`: a Model of one of the cores, whose declarations the package does not have. */
  protected constructor(model: unknown) {
    this.model = model as Model;
    const info = this.model.info();
    this.info = { ...info, config: info.config as unknown as ModelConfig };
  }

  /**
   * Runs the encoder over a text. The trace has every intermediate under its name, and with a loss
   * the gradient by each.
   * @throws {Error} with a `code`, for a token, a structure or a change that cannot be.
   */
  encode(
    text: string,
    { masked = [], structure = '', changes = [], loss }: EncodeOptions = {},
  ): Trace {
    return new Trace(
      encodeText(this.model, { text, masked, run: { structure, changes }, ...(loss && { loss }) }),
    );
  }

  /** A copy of a parameter, by its name in the file. */
  parameter(name: string): Parameter {
    return this.model.parameter(name);
  }

  /** The id of a piece of the vocabulary, or -1. */
  idOf(piece: string): number {
    return this.info.vocabulary.indexOf(piece);
  }

  /** Frees the model's memory; nothing can be encoded afterwards. */
  close(): void {
    this.model.delete();
  }
}
