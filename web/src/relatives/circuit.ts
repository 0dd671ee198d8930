import {
  type Answers as EncoderAnswers,
  type Requests as EncoderRequests,
  type ModelInfo,
  shipped,
} from '../model/protocol';
import {
  again,
  EncoderError,
  type Progress,
  type StartWorker,
  WorkerLine,
} from '../model/worker-line';
import { msg } from '../words/msg';
import type { Answers, CircuitAnswer, CircuitQuestion, Requests } from './protocol';

/** A question about the model that is open. */
export type Asked = Omit<CircuitQuestion, 'model'>;

const words = {
  lost: () => msg`The search stopped without saying why.`,
  stopped: (reason: string) => msg`The search stopped: ${reason}.`,
};

/** The model in the worker: one at a time. */
const number = 1;

type All = EncoderRequests & Requests;

/**
 * Searches for circuits in a worker of its own, which ends where a search is cancelled and reads the
 * model again for the next one. Promises reject with EncoderError.
 */
export class CircuitClient {
  private readonly line: WorkerLine<All, EncoderAnswers & Answers>;
  private loaded: {
    readonly worker: Worker;
    readonly model: ModelInfo;
    readonly done: Promise<unknown>;
  } | null = null;

  constructor(start: StartWorker) {
    this.line = new WorkerLine((name) => {
      const worker = start(name);
      globalThis.foveaSendModel?.(worker);
      return worker;
    }, words);
  }

  /** `progress` hears what part of all boxes is left; `signal` cancels. */
  async search(
    model: ModelInfo,
    asked: Asked & { readonly keep: number },
    progress: Progress,
    signal: AbortSignal,
  ): Promise<CircuitAnswer> {
    return again(async () => {
      await this.ready(model);
      return this.line.send('circuit', { ...asked, model: number }, { progress, signal });
    });
  }

  /** What other parts keep. */
  async share(
    model: ModelInfo,
    asked: Asked & { readonly kept: readonly number[] },
  ): Promise<number> {
    return again(async () => {
      await this.ready(model);
      return (await this.line.send('circuitShare', { ...asked, model: number })).share;
    });
  }

  private async ready(model: ModelInfo): Promise<void> {
    const worker = this.line.worker();
    if (this.loaded?.worker !== worker || this.loaded.model !== model) {
      const file = globalThis.foveaModelFiles?.get(model) ?? shipped;
      const former = this.loaded?.worker === worker;
      if (former) await this.line.send('unload', { model: number });
      this.loaded = { worker, model, done: this.line.send('load', { model: number, file }) };
    }
    await this.loaded?.done;
  }
}

/** Whether it was the reader who ended it. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof EncoderError && error.code === 'cancelled';

let shared: CircuitClient | null = null;

/** The one of a page. */
export function circuits(): CircuitClient {
  shared ??= new CircuitClient((name) => (globalThis.foveaVariantWorker as StartWorker)(name));
  return shared;
}
