/// The worker: the only code that holds the wasm module and its models. A classic script, since
/// Chromium refuses a module worker from a blob on file://.
import type { FoveaModule, Model } from 'fovea-wasm';
import { fromBase64 } from './bytes';
import { openCore } from './core-inside';
import { encodeText } from './encode-text';
import {
  type ModelConfig,
  type ModelInfo,
  type Outcome,
  type ProtocolError,
  type Request,
  type Response,
  type Start,
  shipped,
  type Watch,
} from './protocol';
import { sourceOf, sourceOfBlob } from './source';

type LoadRequest = Extract<Request, { kind: 'load' }>;
type OutcomesRequest = Extract<Request, { kind: 'outcomes' }>;
type Answer = readonly [response: Response, transfer: readonly Transferable[]];

const core = openCore();
const models = new Map<number, Model>();

/** The shipped model's file, and the model read from it before anyone asks for it. */
let shippedFile = new Uint8Array(0);
let preloaded: Model | null = null;

function modelOf(number: number): Model {
  const model = models.get(number);
  if (!model) throw new Error(`there is no model ${number}`);
  return model;
}

function loadShipped(fovea: FoveaModule): Model {
  const model = preloaded ?? fovea.loadModel(sourceOf(shippedFile));
  preloaded = null;
  return model;
}

function load(fovea: FoveaModule, { id, model: number, file }: LoadRequest): ModelInfo {
  const progress = (bytes: number) => {
    const share = bytes / (file as Blob).size;
    self.postMessage({ id, kind: 'progress', share } satisfies Response);
  };
  const model =
    file === shipped
      ? loadShipped(fovea)
      : fovea.loadModel(
          file instanceof Blob ? sourceOfBlob(file, progress) : sourceOf(new Uint8Array(file)),
        );
  const info = model.info();
  models.set(number, model);
  return { ...info, config: info.config as unknown as ModelConfig };
}

function unload(number: number): void {
  models.get(number)?.delete();
  models.delete(number);
}

/** A row of numbers a variant: the best piece's id, its probability, those of the pieces asked for. */
function outcomes(model: Model, { text, ...ask }: OutcomesRequest): Outcome[] {
  const numbers = model.outcomes(new TextEncoder().encode(text), ask);
  const width = 2 + ask.pieces.length;
  return ask.variants.map((_, i) => {
    const [best = 0, probability = 0, ...asked] = numbers.subarray(i * width, (i + 1) * width);
    return { best, probability, asked };
  });
}

function answer(fovea: FoveaModule, request: Request): Answer {
  const { id } = request;
  switch (request.kind) {
    case 'load':
      return [{ id, kind: 'loaded', model: load(fovea, request) }, []];
    case 'encode': {
      const encoding = encodeText(modelOf(request.model), request);
      return [{ id, kind: 'encoded', encoding }, [encoding.data.buffer]];
    }
    case 'parameter': {
      const parameter = modelOf(request.model).parameter(request.name);
      return [{ id, kind: 'parameter', parameter }, [parameter.data.buffer]];
    }
    case 'outcomes':
      return [{ id, kind: 'outcomes', outcomes: outcomes(modelOf(request.model), request) }, []];
    case 'unload':
      unload(request.model);
      return [{ id, kind: 'unloaded' }, []];
  }
}

/** An error without one of the core's codes means that the module is no longer usable. */
function describe(error: unknown): ProtocolError {
  const message = error instanceof Error ? error.message : String(error);
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? { code, message } : { code: 'worker', message };
}

async function receive(request: Request): Promise<void> {
  try {
    const [response, transfer] = answer(await core, request);
    self.postMessage(response, { transfer: [...transfer] });
  } catch (error) {
    self.postMessage({ id: request.id, kind: 'failed', error: describe(error) } satisfies Response);
  }
}

async function preload({ model }: Start): Promise<void> {
  shippedFile = fromBase64(model);
  preloaded = loadShipped(await core);
}

/** Browsers have locks in secure contexts alone; elsewhere nobody watches. */
function holdLock({ name }: Watch): void {
  navigator.locks
    ?.request(name, () => {
      self.postMessage({ kind: 'alive' } satisfies Response);
      return new Promise(() => undefined);
    })
    .catch(() => undefined);
}

self.onmessage = ({ data: message }: MessageEvent<Start | Watch | Request>) => {
  if (message.kind === 'start') void preload(message);
  else if (message.kind === 'watch') holdLock(message);
  else void receive(message);
};
