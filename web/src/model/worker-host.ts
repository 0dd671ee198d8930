import { msg } from '../words/msg';
import { compilingForbidden, workerForbidden } from './content-policy';
import type { Encoding, ModelInfo, Outcome, Parameter, Request } from './protocol';
import { type Progress, type StartWorker, WorkerLine } from './worker-line';

type RequestKind = Request['kind'];
export type RequestOf<K extends RequestKind> = Extract<Request, { kind: K }>;
interface Answers {
  readonly load: ModelInfo;
  readonly encode: Encoding;
  readonly parameter: Parameter;
  readonly outcomes: readonly Outcome[];
  readonly unload: null;
}
export type AnswerTo<K extends RequestKind> = Answers[K];

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

/** The worker of encoders, which ends with its last user. Loaded models are lost with it. */
export class WorkerHost {
  private readonly line: WorkerLine;
  private users = 0;

  constructor(start: StartWorker) {
    this.line = new WorkerLine(start, words);
  }

  /** The running worker, if any. */
  get running(): Worker | null {
    return this.line.running;
  }

  /** The running worker, or a new one. */
  worker(): Worker {
    return this.line.worker();
  }

  retain(): void {
    this.users += 1;
  }

  release(): void {
    this.users -= 1;
    if (this.users === 0)
      this.line.end({ code: 'released', message: 'The encoder is no longer in use.' });
  }

  /** Sends a request. Rejects with EncoderError, of the code "cancelled" where `signal` ends it. */
  request<K extends RequestKind>(
    request: Omit<RequestOf<K>, 'id'>,
    progress?: Progress,
    signal?: AbortSignal,
  ): Promise<AnswerTo<K>> {
    return this.line.send(request, { progress, signal });
  }
}
