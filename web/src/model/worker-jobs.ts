import type { FoveaModule, Model } from 'fovea-wasm';
import { encodeText } from './bytes';
import {
  type Answers,
  type Encoding,
  type ModelConfig,
  type ModelInfo,
  type Outcome,
  type Requests,
  shipped,
} from './protocol';
import { sourceOf, sourceOfBlob } from './source';
import { type Handlers, reportProgress } from './worker-side';

/** The module of the page's pair, or one that has its bindings too. */
export type Core = FoveaModule;
export type LoadRequest = Requests['load'] & { readonly id: number };

/** What a worker does with the models of a page, whichever module it has. */
export class EncoderJobs {
  private readonly core: Promise<Core>;
  /** They answer when the module is there. */
  readonly handlers: Promise<Handlers<Requests, Answers>>;
  private readonly models = new Map<number, Model>();
  /** The shipped model's file, and the model read from it before anyone asks for it. */
  private shippedFile = new Uint8Array(0);
  private preloaded: Model | null = null;

  constructor(core: Promise<Core>) {
    this.core = core;
    this.handlers = core.then((fovea) => ({
      load: (request) => this.load(fovea, request),
      encode: (request) => this.encode(request),
      parameter: ({ model, name }) => this.modelOf(model).parameter(name),
      outcomes: (request) => this.outcomes(request),
      unload: ({ model }) => this.unload(model),
    }));
  }

  protected load(fovea: Core, { id, model: number, file }: LoadRequest): ModelInfo {
    const progress = (bytes: number) => {
      const share = bytes / (file as Blob).size;
      reportProgress(id, share);
    };
    const model =
      file === shipped
        ? this.loadShipped(fovea)
        : fovea.loadModel(
            file instanceof Blob
              ? sourceOfBlob(file, progress)
              : sourceOf(new Uint8Array(file as ArrayBuffer)),
          );
    return this.keep(number, model);
  }

  protected keep(number: number, model: Model): ModelInfo {
    const info = model.info();
    this.models.set(number, model);
    return { ...info, config: info.config as unknown as ModelConfig };
  }

  protected unload(number: number): null {
    this.models.get(number)?.delete();
    this.models.delete(number);
    return null;
  }

  protected encode(request: Requests['encode']): Encoding {
    return encodeText(this.modelOf(request.model), request);
  }

  /** A row of numbers a variant: the best piece's id, its probability, those of the pieces asked for. */
  protected outcomes({ text, model, ...ask }: Requests['outcomes']): Outcome[] {
    const numbers = this.modelOf(model).outcomes(new TextEncoder().encode(text), ask);
    const width = 2 + ask.pieces.length;
    return ask.variants.map((_, i) => {
      const [best = 0, probability = 0, ...asked] = numbers.subarray(i * width, (i + 1) * width);
      return { best, probability, asked };
    });
  }

  protected modelOf(number: number): Model {
    const model = this.models.get(number);
    if (!model) throw new Error(`there is no model ${number}`);
    return model;
  }

  private loadShipped(fovea: Core): Model {
    const model = this.preloaded ?? fovea.loadModel(sourceOf(this.shippedFile));
    this.preloaded = null;
    return model;
  }

  /** Reads the shipped model before anyone asks for it. */
  async preload(file: Uint8Array<ArrayBuffer>): Promise<void> {
    this.shippedFile = file;
    this.preloaded = this.loadShipped(await this.core);
  }
}
