import { msg } from '../words/msg';
import { told } from '../words/told';
import { compilingForbidden, workerForbidden } from './content-policy';
import type { Request, Response } from './protocol';

/** A message that the page itself says is said when it is read: the language may have changed. */
export interface Refusal {
  readonly code: string;
  readonly message: string | (() => string);
}

/** What went wrong in the core or the worker; `code` as in ProtocolError, "lost" or "released". */
export class EncoderError extends Error {
  readonly code: string;

  constructor({ code, message }: Refusal) {
    super(typeof message === 'string' ? message : '');
    if (typeof message !== 'string') told(this, message);
    this.name = 'EncoderError';
    this.code = code;
  }
}

type RequestKind = Request['kind'];
export type RequestOf<K extends RequestKind> = Extract<Request, { kind: K }>;
type AnswerKinds = {
  load: 'loaded';
  encode: 'encoded';
  parameter: 'parameter';
  outcomes: 'outcomes';
  unload: 'unloaded';
};
export type AnswerTo<K extends RequestKind> = Extract<Response, { kind: AnswerKinds[K] }>;

/** Called with the share, 0 to 1, of a request that is done. */
export type Progress = (share: number) => void;

/** Starts a worker that holds a lock of that name. */
export type StartWorker = (name: string) => Worker;

declare global {
  /** Set by fovea-relatives.js: of a worker with a module that runs encoders of every kind. */
  var foveaVariantWorker: StartWorker | undefined;
  /** Set by it too: the file of a model that is inside it. */
  var foveaShippedModel: ((name: 'experts') => Promise<Blob>) | undefined;
}

interface Pending {
  readonly progress: Progress | undefined;
  readonly resolve: (response: Response) => void;
  readonly reject: (error: EncoderError) => void;
}

/**
 * Starts the worker with the first request and ends it with the last user. When the worker fails,
 * or ends without a word, every open request is rejected, and the next one starts a new worker.
 */
export class WorkerHost {
  private readonly start: StartWorker;
  private readonly pending = new Map<number, Pending>();
  /** The running worker, if any. Loaded models are lost with it. */
  running: Worker | null = null;
  private users = 0;
  private lastId = 0;

  constructor(start: StartWorker) {
    this.start = start;
  }

  /** The running worker, or a new one. */
  worker(): Worker {
    this.running ??= this.open();
    return this.running;
  }

  retain(): void {
    this.users += 1;
  }

  release(): void {
    this.users -= 1;
    if (this.users === 0) {
      this.stop({ code: 'released', message: 'The encoder is no longer in use.' });
    }
  }

  /** Sends a request. Rejects with EncoderError, of the code "cancelled" where `signal` ends it. */
  request<K extends RequestKind>(
    request: Omit<RequestOf<K>, 'id'>,
    progress?: Progress,
    signal?: AbortSignal,
  ): Promise<AnswerTo<K>> {
    this.lastId += 1;
    const id = this.lastId;
    signal?.addEventListener('abort', () => this.cancel(id), { once: true });
    return new Promise((resolve, reject) => {
      const worker = this.worker();
      this.pending.set(id, { progress, resolve: resolve as (response: Response) => void, reject });
      worker.postMessage({ ...request, id });
    });
  }

  /** A worker that computes hears nothing: it is ended. Others of its requests must be sent again. */
  private cancel(id: number): void {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.pending.delete(id);
    pending.reject(new EncoderError({ code: 'cancelled', message: 'It was cancelled.' }));
    this.stop({ code: 'restarted', message: 'The encoder was restarted.' });
  }

  private open(): Worker {
    const name = `fovea-${Math.random()}`;
    const worker = this.start(name);
    worker.onmessage = ({ data }: MessageEvent<Response>) => {
      if (data.kind === 'alive') this.watch(worker, name);
      else this.receive(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail(() => event.message || (workerForbidden() ?? msg`it could not be started`));
    };
    return worker;
  }

  /** Requests the worker's lock, which is granted when the worker has ended. */
  private watch(worker: Worker, name: string): void {
    const notice = () => {
      if (this.running !== worker) return;
      const message = () =>
        msg`The encoder ended without a word. It starts again with the next change.`;
      this.stop({ code: 'lost', message });
    };
    void navigator.locks.request(name, notice);
  }

  private receive(response: Exclude<Response, { kind: 'alive' }>): void {
    if (response.kind === 'failed' && response.error.code === 'worker') {
      const { message } = response.error;
      this.fail(() => compilingForbidden(message) ?? message);
      return;
    }
    const pending = this.pending.get(response.id);
    if (response.kind === 'progress') {
      pending?.progress?.(response.share);
      return;
    }
    this.pending.delete(response.id);
    if (response.kind === 'failed') pending?.reject(new EncoderError(response.error));
    else pending?.resolve(response);
  }

  private fail(reason: () => string): void {
    const message = () =>
      msg`The encoder stopped: ${reason()}. It starts again with the next change.`;
    this.stop({ code: 'worker', message });
  }

  private stop(error: Refusal): void {
    this.running?.terminate();
    this.running = null;
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of pending) reject(new EncoderError(error));
  }
}
