import { again, type StartWorker, WorkerLine } from '../model/worker-line';
import { msg } from '../words/msg';
import type { Answers, RequestKind, Requests } from './protocol';

const words = {
  lost: () => msg`The decoder ended without a word. It starts again with the next step.`,
  stopped: (reason: string) =>
    msg`The decoder stopped: ${reason}. It starts again with the next step.`,
};

/** The worker of decoders: requests and their answers. */
export class RelativesWorker {
  private readonly line: WorkerLine;

  constructor(start: StartWorker) {
    this.line = new WorkerLine(start, words);
  }

  request<K extends RequestKind>(kind: K, ask: Requests[K]): Promise<Answers[K]> {
    return again(() => this.line.send({ kind, ask }));
  }

  end(): void {
    this.line.end({ code: 'released', message: 'The decoder is no longer in use.' });
  }
}
