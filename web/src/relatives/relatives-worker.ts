import { EncoderError, type Refusal } from '../model/worker-host';
import { msg } from '../words/msg';
import type { Answers, Request, RequestKind, Requests, Response } from './protocol';

interface Pending {
  readonly resolve: (value: Answers[RequestKind]) => void;
  readonly reject: (error: EncoderError) => void;
}

const ended = { code: 'released', message: 'The decoder is no longer in use.' };

/**
 * The worker, started with the first request. Where it fails, or ends without a word, every open
 * request is rejected, and the next one starts another.
 */
export class RelativesWorker {
  private readonly open: (name: string) => Worker;
  private readonly pending = new Map<number, Pending>();
  private running: Worker | null = null;
  private lastId = 0;

  /** `open` starts a worker that holds a lock of that name. */
  constructor(open: (name: string) => Worker) {
    this.open = open;
  }

  request<K extends RequestKind>(kind: K, ask: Requests[K]): Promise<Answers[K]> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.running ??= this.start();
      this.pending.set(id, { resolve: resolve as Pending['resolve'], reject });
      this.running.postMessage({ id, kind, ask } as Request);
    });
  }

  end(): void {
    this.stop(ended);
  }

  private start(): Worker {
    const name = `fovea-relatives-${Math.random()}`;
    const worker = this.open(name);
    worker.onmessage = ({ data }: MessageEvent<Response>) => {
      if (data.kind === 'alive') this.watch(worker, name);
      else this.settle(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail(() => event.message || msg`it could not be started`);
    };
    return worker;
  }

  /** Requests the worker's lock, which is granted when the worker has ended. */
  private watch(worker: Worker, name: string): void {
    const notice = () => {
      if (this.running !== worker) return;
      const message = () =>
        msg`The decoder ended without a word. It starts again with the next step.`;
      this.stop({ code: 'lost', message });
    };
    void navigator.locks.request(name, notice);
  }

  private settle(response: Exclude<Response, { readonly kind: 'alive' }>): void {
    if (response.kind === 'failed' && response.error.code === 'worker') {
      const { message } = response.error;
      this.fail(() => message);
      return;
    }
    const pending = this.pending.get(response.id);
    this.pending.delete(response.id);
    if (response.kind === 'failed') pending?.reject(new EncoderError(response.error));
    else pending?.resolve(response.value);
  }

  private fail(reason: () => string): void {
    const message = () =>
      msg`The decoder stopped: ${reason()}. It starts again with the next step.`;
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
