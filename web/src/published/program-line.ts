import { EncoderError, type Progress, type Refusal, WorkerLine } from '../model/worker-line';
import InlineWorker, { script } from './worker?worker&inline';
import type { All, AllAnswers } from './worker-jobs';

/// A worker without a page: a thread of Node's, or a browser's worker.

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

/** What both kinds have for this. */
type Thread = Pick<Worker, 'onmessage' | 'onerror' | 'postMessage' | 'terminate'> &
  Partial<Pick<NodeThread, 'ref' | 'unref'>>;

/** A thread of Node's that hears and says what a worker does. */
function asWorker(thread: NodeThread): Thread {
  const worker: Thread = {
    ...{ onmessage: null, onerror: null },
    postMessage: (message: unknown) => thread.postMessage(message),
    terminate: () => void thread.terminate(),
    ref: () => thread.ref(),
    unref: () => thread.unref(),
  };
  const listeners = worker as {
    [Name in 'onmessage' | 'onerror']: ((event: object) => void) | null;
  };
  thread.on('message', (data: unknown) => listeners.onmessage?.({ data }));
  thread.on('error', ({ message }: Error) =>
    listeners.onerror?.({ message, preventDefault: () => undefined }),
  );
  return worker;
}

async function starter(): Promise<() => Thread> {
  if (typeof Worker !== 'undefined') return () => new InlineWorker();
  const name = 'node:worker_threads'; // a bundler for browsers leaves it alone
  const { Worker: Threads } = (await import(/* @vite-ignore */ name)) as {
    Worker: new (code: string, options: { eval: true }) => NodeThread;
  };
  return () => asWorker(new Threads(nodePrelude + script, { eval: true }));
}

const words = { lost: () => 'It ended.', stopped: (reason: string) => reason };

/** The line to a worker that has one model, which is lost with it. */
export class Line {
  private readonly line: WorkerLine<All, AllAnswers>;
  private over: Refusal | null = null;
  private open = 0;

  private constructor(start: () => Thread) {
    this.line = new WorkerLine(
      () => start() as Worker,
      words,
      ({ error }) => {
        this.over = error;
      },
    );
  }

  static async start(): Promise<Line> {
    return new Line(await starter());
  }

  async ask<Kind extends keyof All>(
    kind: Kind,
    asked: Omit<All[Kind], 'model'>,
    progress?: Progress,
  ): Promise<AllAnswers[Kind]> {
    if (this.over) throw new EncoderError(this.over);
    const thread: Thread = this.line.worker();
    this.open += 1;
    thread.ref?.();
    try {
      return await this.line.send(kind, { ...asked, model: 1 } as unknown as All[Kind], {
        progress,
      });
    } finally {
      this.open -= 1;
      // A program that does not wait for it need not stay for it.
      if (this.open === 0) thread.unref?.();
    }
  }

  end(): void {
    this.over = { code: 'released', message: 'It is closed.' };
    this.line.end({ code: 'released', message: 'It was closed.' });
  }
}
