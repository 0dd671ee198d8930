import { EncoderError, type Progress } from '../model/worker-line';
import InlineWorker, { script } from './worker?worker&inline';
import type { All, AllAnswers } from './worker-jobs';

/// A worker without a page: a thread of Node's, or a browser's worker.

/** What both kinds have for this. */
interface Thread {
  send(message: unknown): void;
  /** Whether a program waits for it: it need not stay for one that doesn't. */
  hold(waits: boolean): void;
  end(): void;
}

interface Said {
  readonly id: number;
  readonly kind: 'progress' | 'answered' | 'failed';
  readonly share: number;
  readonly value: unknown;
  readonly error: { readonly code: string; readonly message: string };
}

/** Gives a thread of Node's what the script of a browser's worker expects, and files on the disk. */
const nodePrelude = `const { parentPort } = require('node:worker_threads');
const { closeSync, fstatSync, openSync, readSync } = require('node:fs');
const { join } = require('node:path');
globalThis.foveaDisk = (folder, name) => {
  let file;
  try {
    file = openSync(join(folder, name));
  } catch {
    return undefined;
  }
  const { size } = fstatSync(file);
  const read = (offset, length) => {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, offset));
  };
  return { size, read, close: () => closeSync(file) };
};
globalThis.self = globalThis;
self.postMessage = (message, options) => parentPort.postMessage(message, options?.transfer ?? []);
parentPort.on('message', (data) => self.onmessage({ data }));
`;

/** Missing from the types of pages. */
interface NodeThread {
  on(event: string, listen: (value: never) => void): void;
  postMessage(message: unknown): void;
  unref(): void;
  ref(): void;
  terminate(): Promise<unknown>;
}

async function start(hear: (said: Said) => void, fail: (error: Error) => void): Promise<Thread> {
  if (typeof Worker !== 'undefined') {
    const worker = new InlineWorker();
    worker.onmessage = ({ data }: MessageEvent<Said>) => hear(data);
    worker.onerror = ({ message }) => fail(new Error(message));
    return {
      send: (message) => worker.postMessage(message),
      hold: () => undefined,
      end: () => worker.terminate(),
    };
  }
  const name = 'node:worker_threads'; // a bundler for browsers leaves it alone
  const { Worker: Threads } = (await import(/* @vite-ignore */ name)) as {
    Worker: new (code: string, options: { eval: true }) => NodeThread;
  };
  const thread = new Threads(nodePrelude + script, { eval: true });
  thread.on('message', hear);
  thread.on('error', fail);
  return {
    send: (message) => thread.postMessage(message),
    hold: (waits) => (waits ? thread.ref() : thread.unref()),
    end: () => void thread.terminate(),
  };
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
  readonly progress: Progress | undefined;
}

/** Requests to a worker that has one model, and its answers. */
export class Line {
  private thread: Thread | null = null;
  private readonly pending = new Map<number, Pending>();
  private last = 0;

  static async start(): Promise<Line> {
    const line = new Line();
    line.thread = await start(
      (said) => line.hear(said),
      (error) => line.fail(error),
    );
    return line;
  }

  ask<Kind extends keyof All>(
    kind: Kind,
    asked: Omit<All[Kind], 'model'>,
    progress?: Progress,
  ): Promise<AllAnswers[Kind]> {
    const { thread } = this;
    if (!thread)
      return Promise.reject(new EncoderError({ code: 'released', message: 'It is closed.' }));
    this.last += 1;
    const id = this.last;
    const answered = new Promise<AllAnswers[Kind]>((resolve, reject) => {
      this.pending.set(id, { resolve, reject, progress });
    });
    thread.hold(true);
    thread.send({ ...asked, model: 1, id, kind });
    return answered;
  }

  end(): void {
    this.thread?.end();
    this.thread = null;
    this.fail(new EncoderError({ code: 'released', message: 'It was closed.' }));
  }

  private hear({ id, kind, share, value, error }: Said): void {
    const asked = this.pending.get(id);
    if (!asked) return;
    if (kind === 'progress') {
      asked.progress?.(share);
      return;
    }
    this.pending.delete(id);
    if (this.pending.size === 0) this.thread?.hold(false);
    if (kind === 'answered') asked.resolve(value as never);
    else asked.reject(new EncoderError(error));
  }

  private fail(error: Error): void {
    for (const { reject } of this.pending.values()) reject(error);
    this.pending.clear();
  }
}
