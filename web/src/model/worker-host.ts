import { msg } from '../words/msg';
import { compilingForbidden, workerForbidden } from './content-policy';
import type { Answers, Requests } from './protocol';
import { type StartWorker, WorkerLine } from './worker-line';

declare global {
  /** Set by fovea-relatives.js: of a worker with a module that runs encoders of every kind. */
  var foveaVariantWorker: StartWorker | undefined;
  /** Set by it too: the file of a model that is inside it. */
  var foveaShippedModel: ((name: 'experts') => Promise<Blob>) | undefined;
}

const words = {
  lost: () => msg`The encoder ended without a word. It starts again with the next change.`,
  stopped: (reason: string) =>
    msg`The encoder stopped: ${reason}. It starts again with the next change.`,
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
