import { Latest } from './latest';
import {
  type Encoding,
  type Loss,
  type ModelFile,
  type ModelInfo,
  type Outcome,
  ownRun,
  type Parameter,
  type Run,
  type Variant,
} from './protocol';
import { EncoderError, type Progress, type WorkerHost } from './worker-host';

/** Asks again where the worker was ended meanwhile for the sake of another request. */
async function untilDone<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof EncoderError && error.code === 'restarted')) throw error;
    }
  }
}

/** Runs of a text of which the prediction at a token is wanted, with the probabilities of pieces. */
export interface OutcomesOf {
  readonly text: string;
  readonly masked: readonly number[];
  readonly variants: readonly Variant[];
  readonly token: number;
  readonly pieces: readonly number[];
}

/** A model in the worker, loaded again where the worker it was loaded in is gone. */
class SharedModel {
  readonly number: number;
  readonly file: ModelFile;
  private readonly host: WorkerHost;
  private loading: { readonly worker: Worker; readonly info: Promise<ModelInfo> } | null = null;
  users = 0;

  constructor(host: WorkerHost, number: number, file: ModelFile) {
    this.host = host;
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

  /** Frees the model, unless its worker is already gone. */
  unload(): void {
    if (!this.loading || this.loading.worker !== this.host.running) return;
    this.host.request<'unload'>({ kind: 'unload', model: this.number }).catch(() => {
      // The worker has ended in the meantime.
    });
  }

  private async load(progress?: Progress, signal?: AbortSignal): Promise<ModelInfo> {
    const request = { kind: 'load', model: this.number, file: this.file } as const;
    return (await this.host.request<'load'>(request, progress, signal)).model;
  }
}

/** The models of a page, shared by all elements that use the same file. */
export class ModelPool {
  readonly host: WorkerHost;
  private readonly models = new Map<ModelFile, SharedModel>();
  private lastNumber = 0;

  constructor(host: WorkerHost) {
    this.host = host;
  }

  acquire(file: ModelFile): SharedModel {
    let model = this.models.get(file);
    if (!model) {
      this.lastNumber += 1;
      model = new SharedModel(this.host, this.lastNumber, file);
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

/** Asks once more where the worker has ended without a word: a new one may answer. */
async function again<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await untilDone(ask);
  } catch (error) {
    if (error instanceof EncoderError && error.code === 'lost') return untilDone(ask);
    throw error;
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
      const info = await untilDone(() => model.ready(progress, signal));
      if (this.released) throw new EncoderError({ code: 'released', message: 'It was released.' });
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
    return again(async () => {
      const model = await this.readyModel();
      const request = { kind: 'encode', model: model.number, text, masked, run, loss } as const;
      return (await this.pool.host.request<'encode'>(request)).encoding;
    });
  }

  /** Copies one of the model's parameters, given its name in the file. */
  parameter(name: string): Promise<Parameter> {
    return again(async () => {
      const model = await this.readyModel();
      const request = { kind: 'parameter', model: model.number, name } as const;
      return (await this.pool.host.request<'parameter'>(request)).parameter;
    });
  }

  /** What each variant of a text predicts at a token. */
  outcomes(of: OutcomesOf): Promise<readonly Outcome[]> {
    return again(async () => {
      const model = await this.readyModel();
      const request = { kind: 'outcomes', model: model.number, ...of } as const;
      return (await this.pool.host.request<'outcomes'>(request)).outcomes;
    });
  }

  release(): void {
    this.released = true;
    if (this.model) this.pool.release(this.model);
    this.model = null;
    this.pool.host.release();
  }

  private async readyModel(): Promise<SharedModel> {
    if (!this.model) throw new EncoderError({ code: 'no-model', message: 'No model is loaded.' });
    await this.model.ready();
    return this.model;
  }
}
