import { msg, told } from '../words/msg';
import type { ProtocolError, Watch } from './protocol';

/** What went wrong, as it was said: the core's own messages are English. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Why a model was refused. A language that knows the kind of refusal says that before the core's message. */
export function reasonOf(error: unknown): string {
  const message = messageOf(error);
  const code = error instanceof EncoderError ? error.code : '';
  const kind = msg(code);
  return kind === code ? message : msg`${kind} In detail, in English: ${message}`;
}

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

/** Called with the share, 0 to 1, of a request that is done. */
export type Progress = (share: number) => void;

/** Starts a worker that holds a lock of that name. */
export type StartWorker = (name: string) => Worker;

/** Has a worker hold a lock of that name. */
export function watched(worker: Worker, name: string): Worker {
  worker.postMessage({ kind: 'watch', name } satisfies Watch);
  return worker;
}

/** What a worker answers to a request, by the request's number. */
type Answered =
  /** The share that is done, 0 to 1; the answer follows. */
  | { readonly id: number; readonly kind: 'progress'; readonly share: number }
  | { readonly id: number; readonly kind: 'answered'; readonly value: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly error: ProtocolError };

/** It holds its lock, which the browser releases when it ends. */
interface Alive {
  readonly kind: 'alive';
}

/** It is no more. */
export interface Stopped {
  readonly kind: 'stopped';
  readonly error: ProtocolError;
}

/** All that a worker says. */
export type Said<Notice = never> = Alive | Answered | Notice;

interface Pending {
  readonly progress: Progress | undefined;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: EncoderError) => void;
}

interface Sending {
  readonly transfer?: Transferable[];
  readonly progress?: Progress | undefined;
  /** Cancels: the request is rejected with the code "cancelled", and never answered. */
  readonly signal?: AbortSignal | undefined;
}

/** What a line says where its worker is no more. */
export interface LineWords {
  lost(): string;
  stopped(reason: string): string;
  /** Why none was started, and what its own error means, where a page's policy is behind it. */
  forbidden?(error: string): string | undefined;
}

/**
 * The requests to a worker, which starts with the first of them. Where it fails, or ends without a
 * word, every open request is rejected with EncoderError, and the next one starts another.
 */
export class WorkerLine<
  Requests,
  Answers extends { [Kind in keyof Requests]: unknown },
  Notice = never,
> {
  private readonly start: StartWorker;
  private readonly words: LineWords;
  private readonly hear: ((notice: Notice | Stopped) => void) | undefined;
  private readonly pending = new Map<number, Pending>();
  /** The running worker, if any. What it held is lost with it. */
  running: Worker | null = null;
  private lastId = 0;

  /** `hear` gets what the worker says without being asked, and where nobody ended it why it is no more. */
  constructor(start: StartWorker, words: LineWords, hear?: (notice: Notice | Stopped) => void) {
    this.start = start;
    this.words = words;
    this.hear = hear;
  }

  /** The running worker, or a new one. */
  worker(): Worker {
    this.running ??= this.open();
    return this.running;
  }

  /** Rejects with EncoderError, of the code "cancelled" where the signal ends it. */
  send<Kind extends keyof Requests>(
    kind: Kind,
    request: Requests[Kind],
    { transfer = [], progress, signal }: Sending = {},
  ): Promise<Answers[Kind]> {
    if (signal?.aborted) return Promise.reject(new EncoderError(cancelled));
    this.lastId += 1;
    const id = this.lastId;
    signal?.addEventListener('abort', () => this.cancel(id), { once: true });
    return new Promise((resolve, reject) => {
      const worker = this.worker();
      this.pending.set(id, { progress, resolve: resolve as (value: unknown) => void, reject });
      worker.postMessage({ ...request, kind, id }, transfer);
    });
  }

  /** Ends the worker; what it was still asked for is rejected with the error. */
  end(error: Refusal): void {
    this.running?.terminate();
    this.running = null;
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const { reject } of pending) reject(new EncoderError(error));
  }

  /** A worker that computes hears nothing: it is ended. Others of its requests must be sent again. */
  private cancel(id: number): void {
    const pending = this.pending.get(id);
    if (!pending) return;
    this.pending.delete(id);
    pending.reject(new EncoderError(cancelled));
    this.end({ code: 'restarted', message: 'The encoder was restarted.' });
  }

  private open(): Worker {
    const name = `fovea-${Math.random()}`;
    const worker = this.start(name);
    worker.onmessage = ({ data }: MessageEvent<Said<Notice>>) => {
      if (worker === this.running) this.receive(data, worker, name);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const { message } = event;
      if (worker === this.running)
        this.fail(() => message || this.words.forbidden?.('') || msg`it could not be started`);
    };
    return worker;
  }

  private receive(data: Said<Notice>, worker: Worker, name: string): void {
    const said = data as Alive | Answered;
    if ('id' in said) this.settle(said);
    else if (said.kind === 'alive') this.watch(worker, name);
    else this.hear?.(data as Notice);
  }

  /** Requests the worker's lock, which is granted when the worker has ended. */
  private watch(worker: Worker, name: string): void {
    void navigator.locks.request(name, () => {
      if (this.running === worker) this.breakDown({ code: 'lost', message: this.words.lost });
    });
  }

  private settle(answer: Answered): void {
    // Its module is no longer usable.
    if (answer.kind === 'failed' && answer.error.code === 'worker') {
      const { message } = answer.error;
      this.fail(() => this.words.forbidden?.(message) ?? message);
      return;
    }
    const pending = this.pending.get(answer.id);
    if (answer.kind === 'progress') {
      pending?.progress?.(answer.share);
      return;
    }
    this.pending.delete(answer.id);
    if (answer.kind === 'failed') pending?.reject(new EncoderError(answer.error));
    else pending?.resolve(answer.value);
  }

  private fail(reason: () => string): void {
    this.breakDown({ code: 'worker', message: () => this.words.stopped(reason()) });
  }

  private breakDown(refusal: Refusal): void {
    this.end(refusal);
    this.hear?.({ kind: 'stopped', error: new EncoderError(refusal) });
  }
}

const cancelled = { code: 'cancelled', message: 'It was cancelled.' };

/** What is waited for, or the code "cancelled" as soon as the signal says so. */
export function unlessCancelled<T>(wanted: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = () => reject(new EncoderError(cancelled));
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    else wanted().then(resolve, reject);
  });
}

/** Asks again where the worker was ended meanwhile for the sake of another request. */
export async function untilDone<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof EncoderError && error.code === 'restarted')) throw error;
    }
  }
}

/** Asks once more where the worker has ended without a word: a new one may answer. */
export async function again<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await untilDone(ask);
  } catch (error) {
    if (error instanceof EncoderError && error.code === 'lost') return untilDone(ask);
    throw error;
  }
}

/**
 * Keeps an older answer from replacing a newer one: of several questions, whose answers come in any
 * order, an answer is taken unless that to a later question was taken before.
 */
export class Latest {
  private asked = 0;
  private taken = 0;

  /** Begins a question. @returns what takes its answer, or says false where it comes too late. */
  begin(): () => boolean {
    this.asked += 1;
    const own = this.asked;
    return () => {
      if (own < this.taken) return false;
      this.taken = own;
      return true;
    };
  }
}
