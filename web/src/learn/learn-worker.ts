import type { ProtocolError } from '../model/protocol';
import { EncoderError } from '../model/worker-host';
import { msg } from '../words/msg';
import type { Answers, Request, RequestKind, Requests, Response } from './protocol';

interface Pending {
  readonly resolve: (value: Answers[RequestKind]) => void;
  readonly reject: (error: EncoderError) => void;
}

/** What a worker says without being asked. */
export type News = Exclude<Response, { readonly id: number }>;

/** A worker that trains: requests and their answers. Promises reject with EncoderError. */
export class LearnWorker {
  private readonly worker: Worker;
  private readonly pending = new Map<number, Pending>();
  private lastId = 0;

  /** `hear` is called with the news, with "stopped" where the worker breaks down. */
  constructor(worker: Worker, hear: (news: News) => void) {
    this.worker = worker;
    worker.onmessage = ({ data }: MessageEvent<Response>) => {
      if ('id' in data) this.settle(data);
      else hear(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const message = event.message || msg`it could not be started`;
      hear({ kind: 'stopped', error: { code: 'worker', message } });
    };
  }

  request<K extends RequestKind>(
    kind: K,
    request: Requests[K],
    transfer: Transferable[] = [],
  ): Promise<Answers[K]> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.pending.set(id, { resolve: resolve as Pending['resolve'], reject });
      this.worker.postMessage({ ...request, id, kind } as unknown as Request, transfer);
    });
  }

  /** Ends the worker; what it was still asked for is rejected with the error. */
  end(error: ProtocolError): void {
    this.worker.terminate();
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of pending) reject(new EncoderError(error));
  }

  private settle(response: Extract<Response, { readonly id: number }>): void {
    const pending = this.pending.get(response.id);
    this.pending.delete(response.id);
    if (response.kind === 'failed') pending?.reject(new EncoderError(response.error));
    else pending?.resolve(response.value);
  }
}
