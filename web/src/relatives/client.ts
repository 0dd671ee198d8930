import type { ModelInfo, Parameter } from '../model/protocol';
import { again, WorkerLine } from '../model/worker-line';
import { msg } from '../words/msg';
import type {
  Answers,
  DecodeAnswer,
  DecodeRequest,
  ParameterRequest,
  PassTrace,
  PictureAnswer,
  PictureRequest,
  Requests,
  ShippedModel,
  TraceRequest,
  VariantAnswer,
  VariantRequest,
} from './protocol';

const words = {
  lost: () => msg`The decoder stopped without saying why. It restarts with the next step.`,
  stopped: (reason: string) => msg`The decoder stopped: ${reason}. It restarts with the next step.`,
};

/** Runs the encoder's relatives in a worker. All promises reject with EncoderError. */
export class Relatives {
  private readonly line: WorkerLine<Requests, Answers>;

  constructor(open: (name: string) => Worker) {
    this.line = new WorkerLine(open, words);
  }

  /** Config, vocabulary and metadata of a model. */
  info(model: ShippedModel): Promise<ModelInfo> {
    return this.ask('info', { model });
  }

  /** A model's file, to be opened in the page. */
  async file(model: ShippedModel): Promise<Blob> {
    return new Blob([(await this.ask('file', { model })).data]);
  }

  /** Writes with a key/value cache, a row a step. */
  decode(request: DecodeRequest): Promise<DecodeAnswer> {
    return this.ask('decode', request);
  }

  /** The whole pass over a text, with every tensor. */
  trace(request: TraceRequest): Promise<PassTrace> {
    return this.ask('trace', request);
  }

  /** An encoder of any kind over a text. */
  variantRun(request: VariantRequest): Promise<VariantAnswer> {
    return this.ask('variant', request);
  }

  /** The model of pictures over a picture, with every tensor. */
  readPicture(request: PictureRequest): Promise<PictureAnswer> {
    return this.ask('picture', request);
  }

  /** A learned parameter of a model. */
  parameter(request: ParameterRequest): Promise<Parameter> {
    return this.ask('modelParameter', request);
  }

  /** Ends the worker; the next request starts one again. */
  end(): void {
    this.line.end({ code: 'released', message: 'The decoder is no longer in use.' });
  }

  private ask<Kind extends keyof Requests>(
    kind: Kind,
    request: Requests[Kind],
  ): Promise<Answers[Kind]> {
    return again(() => this.line.send(kind, request));
  }
}

let shared: Relatives | null = null;

/** Says how a worker is started, once, by the script that has it inside. */
export function startWith(open: (name: string) => Worker): void {
  shared = new Relatives(open);
}

/** The one for all figures of the page. */
export function relatives(): Relatives {
  if (!shared) throw new Error('There is no worker: fovea-relatives.js has to be loaded.');
  return shared;
}
