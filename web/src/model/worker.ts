/// The worker: the one place that holds the wasm module and its models. A classic script, since
/// Chromium refuses a module worker from a blob on file://.
import createFovea, { type FoveaModule, type Model, type Token as WasmToken } from 'fovea-wasm';
import plain from 'fovea-wasm/binary?packed';
import relaxed from 'fovea-wasm/relaxed?packed';
import { unpack, utf16Indices } from './bytes';
import type {
  Encoding,
  ModelConfig,
  ModelInfo,
  ProtocolError,
  Request,
  Response,
  Token,
} from './protocol';
import { runsRelaxedSimd } from './relaxed-simd';
import { sourceOf, sourceOfBlob } from './source';

type LoadRequest = Extract<Request, { kind: 'load' }>;
type Answer = readonly [response: Response, transfer: readonly Transferable[]];

const core = createFovea({ wasmBinary: unpack(runsRelaxedSimd() ? relaxed : plain) });
const models = new Map<number, Model>();

function modelOf(number: number): Model {
  const model = models.get(number);
  if (!model) throw new Error(`there is no model ${number}`);
  return model;
}

function load(fovea: FoveaModule, { id, model: number, file }: LoadRequest): ModelInfo {
  const progress = (bytes: number) => {
    const share = bytes / (file as Blob).size;
    self.postMessage({ id, kind: 'progress', share } satisfies Response);
  };
  const model = fovea.loadModel(
    file instanceof Blob ? sourceOfBlob(file, progress) : sourceOf(new Uint8Array(file)),
  );
  models.set(number, model);
  const info = model.info();
  return { ...info, config: info.config as unknown as ModelConfig };
}

function unload(number: number): void {
  models.get(number)?.delete();
  models.delete(number);
}

/** The core counts bytes of UTF-8; the page counts UTF-16 units. */
function toPage(tokens: readonly WasmToken[], text: string): Token[] {
  const indices = utf16Indices(text);
  const at = (byte: number) => indices[byte] ?? 0;
  return tokens.map((token) => ({ ...token, begin: at(token.begin), end: at(token.end) }));
}

function encode(model: Model, text: string, masked: readonly number[]): Encoding {
  const start = performance.now();
  const { tokens, ...rest } = model.encode(new TextEncoder().encode(text), masked);
  const milliseconds = performance.now() - start;
  return { text, masked, ...rest, tokens: toPage(tokens, text), milliseconds };
}

function answer(fovea: FoveaModule, request: Request): Answer {
  const { id } = request;
  switch (request.kind) {
    case 'load':
      return [{ id, kind: 'loaded', model: load(fovea, request) }, []];
    case 'encode': {
      const encoding = encode(modelOf(request.model), request.text, request.masked);
      return [{ id, kind: 'encoded', encoding }, [encoding.data.buffer]];
    }
    case 'parameter': {
      const parameter = modelOf(request.model).parameter(request.name);
      return [{ id, kind: 'parameter', parameter }, [parameter.data.buffer]];
    }
    case 'unload':
      unload(request.model);
      return [{ id, kind: 'unloaded' }, []];
  }
}

/** An error without a code of the core's means that the module can no longer be relied on. */
function describe(error: unknown): ProtocolError {
  const message = error instanceof Error ? error.message : String(error);
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' ? { code, message } : { code: 'worker', message };
}

/** Browsers have locks in secure contexts alone; elsewhere nobody watches. */
navigator.locks
  ?.request(self.name, () => {
    self.postMessage({ kind: 'alive' } satisfies Response);
    return new Promise(() => undefined);
  })
  .catch(() => undefined);

self.onmessage = async ({ data: request }: MessageEvent<Request>) => {
  try {
    const [response, transfer] = answer(await core, request);
    self.postMessage(response, { transfer: [...transfer] });
  } catch (error) {
    self.postMessage({ id: request.id, kind: 'failed', error: describe(error) } satisfies Response);
  }
};
