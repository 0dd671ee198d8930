import type { FoveaModule, Model } from 'fovea-wasm';
import { fromBase64 } from './bytes';
import { encodeText } from './encode-text';
import {
  type Encoding,
  type ModelConfig,
  type ModelInfo,
  type Outcome,
  type Parameter,
  type Request,
  type Start,
  shipped,
  type Watch,
} from './protocol';
import { sourceOf, sourceOfBlob } from './source';
import { holdLock, reportProgress, respond } from './worker-side';

/** The module of the page's pair, or one that has its bindings too. */
export type Core = FoveaModule;
export type LoadRequest = Extract<Request, { kind: 'load' }>;
export type EncodeRequest = Extract<Request, { kind: 'encode' }>;
export type OutcomesRequest = Extract<Request, { kind: 'outcomes' }>;
type Answer = ModelInfo | Encoding | Parameter | Outcome[] | null;

const movedOf = (answer: Answer): readonly Transferable[] =>
  answer && 'data' in answer ? [answer.data.buffer] : [];

/** What a worker does with the models of a page, whichever module it has. */
export class EncoderJobs {
  private readonly core: Promise<Core>;
  private readonly models = new Map<number, Model>();
  /** The shipped model's file, and the model read from it before anyone asks for it. */
  private shippedFile = new Uint8Array(0);
  private preloaded: Model | null = null;

  constructor(core: Promise<Core>) {
    this.core = core;
  }

  hear(message: Start | Watch | Request): void {
    if (message.kind === 'start') void this.preload(message);
    else if (message.kind === 'watch') holdLock(message);
    else void this.receive(message);
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
            file instanceof Blob ? sourceOfBlob(file, progress) : sourceOf(new Uint8Array(file)),
          );
    const info = model.info();
    this.models.set(number, model);
    return { ...info, config: info.config as unknown as ModelConfig };
  }

  protected unload(number: number): void {
    this.models.get(number)?.delete();
    this.models.delete(number);
  }

  protected encode(request: EncodeRequest): Encoding {
    return encodeText(this.modelOf(request.model), request);
  }

  /** A row of numbers a variant: the best piece's id, its probability, those of the pieces asked for. */
  protected outcomes({ text, model, ...ask }: OutcomesRequest): Outcome[] {
    const numbers = this.modelOf(model).outcomes(new TextEncoder().encode(text), ask);
    const width = 2 + ask.pieces.length;
    return ask.variants.map((_, i) => {
      const [best = 0, probability = 0, ...asked] = numbers.subarray(i * width, (i + 1) * width);
      return { best, probability, asked };
    });
  }

  private modelOf(number: number): Model {
    const model = this.models.get(number);
    if (!model) throw new Error(`there is no model ${number}`);
    return model;
  }

  private loadShipped(fovea: Core): Model {
    const model = this.preloaded ?? fovea.loadModel(sourceOf(this.shippedFile));
    this.preloaded = null;
    return model;
  }

  private async preload({ model }: Start): Promise<void> {
    this.shippedFile = fromBase64(model);
    this.preloaded = this.loadShipped(await this.core);
  }

  private answer(fovea: Core, request: Request): Answer {
    switch (request.kind) {
      case 'load':
        return this.load(fovea, request);
      case 'encode':
        return this.encode(request);
      case 'parameter':
        return this.modelOf(request.model).parameter(request.name);
      case 'outcomes':
        return this.outcomes(request);
      case 'unload':
        this.unload(request.model);
        return null;
    }
  }

  private receive(request: Request): Promise<void> {
    return respond(request.id, async () => this.answer(await this.core, request), movedOf);
  }
}
