import { msg } from '../words/msg';
import { compilingForbidden, workerForbidden } from './content-policy';
import {
  type Answers,
  type Encoding,
  type Folder,
  type Loss,
  type ModelFile,
  type ModelInfo,
  type Outcome,
  ownRun,
  type Parameter,
  type Requests,
  type Run,
  type Variant,
} from './protocol';
import {
  again,
  EncoderError,
  Latest,
  type Progress,
  type StartWorker,
  unlessCancelled,
  untilDone,
  WorkerLine,
} from './worker-line';

declare global {
  /** Set by fovea-relatives.js: of a worker with a module that runs encoders of every kind. */
  var foveaVariantWorker: StartWorker | undefined;
  /** For fovea-published.js: asks the worker that has a model. */
  var foveaModels: WeakMap<ModelInfo, SharedModel>;
  /** Set by fovea-relatives.js too: the file of a model that is inside it. */
  var foveaShippedModel: ((name: 'experts') => Promise<Blob>) | undefined;
  /** For the fourth file: of what file a model was read. */
  var foveaModelFiles: WeakMap<ModelInfo, ModelFile>;
  /** For it too: gives a worker the shipped model. */
  var foveaSendModel: ((worker: Worker) => void) | undefined;
}

globalThis.foveaModelFiles ??= new WeakMap();
globalThis.foveaModels ??= new WeakMap();

const words = {
  lost: () => msg`The encoder stopped without saying why. It restarts with your next change.`,
  stopped: (reason: string) =>
    msg`The encoder stopped: ${reason}. It restarts with your next change.`,
  forbidden: (error: string) => (error ? compilingForbidden(error) : workerForbidden()),
};

/** The line to the worker of encoders, which ends with its last user. Loaded models are lost with it. */
export class WorkerHost extends WorkerLine<Requests, Answers> {
  private users = 0;

  constructor(start: StartWorker) {
    super(start, words);
  }

  retain(): void {
    this.users += 1;
  }

  release(): void {
    this.users -= 1;
    if (this.users === 0)
      this.end({ code: 'released', message: 'The encoder is no longer in use.' });
  }
}

/** Requests about a model that is loaded. */
type AskKind = 'encode' | 'parameter' | 'outcomes';
type AskOf<K extends AskKind> = Omit<Requests[K], 'model'>;

/** Runs of a text of which the prediction at a token is wanted, with the probabilities of pieces. */
export interface OutcomesOf {
  readonly text: string;
  readonly masked: readonly number[];
  readonly variants: readonly Variant[];
  readonly token: number;
  readonly pieces: readonly number[];
}

const released = { code: 'released', message: 'It was released.' };

/** A model in a worker, loaded again where the worker it was loaded in is gone. */
export class SharedModel {
  readonly file: ModelFile;
  private readonly pool: ModelPool;
  private readonly number: number;
  private host: WorkerHost;
  private loading: { readonly worker: Worker; readonly info: Promise<ModelInfo> } | null = null;
  users = 0;

  constructor(pool: ModelPool, number: number, file: ModelFile) {
    this.pool = pool;
    this.host = pool.host;
    this.number = number;
    this.file = file;
  }

  ready(progress?: Progress, signal?: AbortSignal): Promise<ModelInfo> {
    const worker = this.host.worker();
    if (this.loading?.worker !== worker) {
      this.loading = { worker, info: this.load(progress, signal) };
    }
    return this.loading.info;
  }

  /** Sends a request about the model, which is loaded first. */
  async ask<K extends AskKind>(kind: K, request: AskOf<K>): Promise<Answers[K]> {
    const { host } = this;
    await this.ready();
    // Meanwhile another request may have gone over to the other module.
    if (host !== this.host) return this.ask(kind, request);
    if (this.users === 0) throw new EncoderError(released);
    try {
      return await host.send(kind, { ...request, model: this.number } as unknown as Requests[K]);
    } catch (error) {
      await this.widen(error, host);
      return this.ask(kind, request);
    }
  }

  /** Frees the model, unless its worker is already gone. */
  unload(): void {
    const { host } = this;
    if (this.loading && this.loading.worker === host.running)
      host.send('unload', { model: this.number }).catch(() => {
        // The worker has ended in the meantime.
      });
    if (host !== this.pool.host) host.release();
  }

  private async load(progress?: Progress, signal?: AbortSignal): Promise<ModelInfo> {
    const { host } = this;
    const request = { model: this.number, file: this.file };
    try {
      if ((this.file as Partial<Folder>).files && host === this.pool.host)
        throw new EncoderError({ code: 'not-in-this-build', message: '' });
      const info = await host.send('load', request, { progress, signal });
      foveaModelFiles.set(info, this.file);
      foveaModels.set(info, this);
      return info;
    } catch (error) {
      await this.widen(error, host);
      return this.ready(progress, signal);
    }
  }

  /** From now on it is in a module that has all, where the one of `host` was asked for what it lacks. */
  private async widen(error: unknown, host: WorkerHost): Promise<void> {
    const lacks = error instanceof EncoderError && error.code === 'not-in-this-build';
    if (!lacks || host !== this.pool.host) throw error;
    const wide = await this.pool.wide(this.file);
    if (this.host === wide) return;
    if (this.users === 0) throw error;
    this.unload();
    this.host = wide;
    wide.retain();
  }
}

/** The models of a page, shared by all elements that use the same file. */
export class ModelPool {
  readonly host: WorkerHost;
  private readonly variantWorkers: (file: ModelFile) => Promise<StartWorker>;
  private readonly models = new Map<ModelFile, SharedModel>();
  private readonly hosts = new Map<StartWorker, WorkerHost>();
  private lastNumber = 0;

  /** `variantWorkers` loads what starts workers for models and runs that those of `host` do not know. */
  constructor(host: WorkerHost, variantWorkers: (file: ModelFile) => Promise<StartWorker>) {
    this.host = host;
    this.variantWorkers = variantWorkers;
  }

  /** The host of workers that run encoders of every kind, or published ones. */
  async wide(file: ModelFile): Promise<WorkerHost> {
    const start = await this.variantWorkers(file);
    const host = this.hosts.get(start) ?? new WorkerHost(start);
    this.hosts.set(start, host);
    return host;
  }

  acquire(file: ModelFile): SharedModel {
    let model = this.models.get(file);
    if (!model) {
      this.lastNumber += 1;
      model = new SharedModel(this, this.lastNumber, file);
      this.models.set(file, model);
    }
    model.users += 1;
    return model;
  }

  release(model: SharedModel): void {
    model.users -= 1;
    if (model.users > 0) return;
    this.models.delete(model.file);
    model.unload();
  }
}

const superseded = { code: 'superseded', message: 'A later file took its place.' };

/** Two figures may wait for the same file, and one of them cancel: it is read again for the other. */
async function ready(
  model: SharedModel,
  progress?: Progress,
  signal?: AbortSignal,
): Promise<ModelInfo> {
  for (;;) {
    try {
      return await untilDone(() => model.ready(progress, signal));
    } catch (error) {
      const cancelled = error instanceof EncoderError && error.code === 'cancelled';
      if (!cancelled || signal?.aborted) throw error;
    }
  }
}

/**
 * One element's connection to the encoder. Every promise rejects with EncoderError. `release()` must be
 * called when the element is removed; the worker ends with the last client.
 */
export class EncoderClient {
  private readonly pool: ModelPool;
  private model: SharedModel | null = null;
  private released = false;
  private readonly loads = new Latest();

  constructor(pool: ModelPool) {
    this.pool = pool;
    pool.host.retain();
  }

  /**
   * Loads a model file. The same one is loaded once for all; on failure the former stays. Rejects
   * with the code "superseded" where a later file was loaded first. `progress` hears of a Blob;
   * `signal` cancels.
   */
  async load(file: ModelFile, progress?: Progress, signal?: AbortSignal): Promise<ModelInfo> {
    const model = this.pool.acquire(file);
    const takes = this.loads.begin();
    try {
      const info = await unlessCancelled(() => ready(model, progress, signal), signal);
      if (this.released) throw new EncoderError(released);
      if (!takes()) throw new EncoderError(superseded);
      const former = this.model;
      this.model = model;
      if (former) this.pool.release(former);
      return info;
    } catch (error) {
      this.pool.release(model);
      throw error;
    }
  }

  /** Encodes a text with the tokens at the indices `masked` replaced by [MASK]; with the gradients of a loss. */
  encode(
    text: string,
    masked: readonly number[] = [],
    run: Run = ownRun,
    loss?: Loss,
  ): Promise<Encoding> {
    return again(() => this.ask('encode', { text, masked, run, loss }));
  }

  /** Copies one of the model's parameters, given its name in the file. */
  parameter(name: string): Promise<Parameter> {
    return again(() => this.ask('parameter', { name }));
  }

  /** What each variant of a text predicts at a token. */
  outcomes(of: OutcomesOf): Promise<readonly Outcome[]> {
    return again(() => this.ask('outcomes', of));
  }

  release(): void {
    this.released = true;
    if (this.model) this.pool.release(this.model);
    this.model = null;
    this.pool.host.release();
  }

  private async ask<K extends AskKind>(kind: K, request: AskOf<K>): Promise<Answers[K]> {
    const { model } = this;
    if (!model) throw new EncoderError({ code: 'no-model', message: 'No model is loaded.' });
    try {
      return await model.ask(kind, request);
    } catch (error) {
      // Another model has taken its place meanwhile, which is asked in its stead.
      if (this.model === model || !this.model) throw error;
      return this.ask(kind, request);
    }
  }
}
