import type { StartWorker } from '../model/worker-line';
import type { PassAsk } from './cost';
import { LearnWorker } from './learn-worker';
import type { DepthAsk, LayerMeasures, SoftmaxAsk, SoftmaxMeasures } from './study';

/**
 * Studies of untrained encoders, made one after another in a worker. Promises reject with
 * EncoderError, all of them where the worker breaks down or is ended; `end()` must be called when
 * nobody looks any more.
 */
export class Study {
  private readonly worker: LearnWorker;

  constructor(start: StartWorker) {
    this.worker = new LearnWorker(start, () => {});
  }

  /** One encoder for each seed. */
  depth(ask: DepthAsk): Promise<readonly LayerMeasures[]> {
    return this.worker.request('studyDepth', ask);
  }

  softmax(ask: SoftmaxAsk): Promise<readonly SoftmaxMeasures[]> {
    return this.worker.request('studySoftmax', ask);
  }

  /** Milliseconds that a pass takes in the worker. */
  passTime(ask: PassAsk): Promise<number> {
    return this.worker.request('passTime', ask);
  }

  end(): void {
    this.worker.end({ code: 'released', message: 'The study was ended.' });
  }
}
