import type { ProtocolError } from '../model/protocol';
import { EncoderError, type StartWorker, WorkerLine } from '../model/worker-line';
import { msg } from '../words/msg';
import type { Answers, News, RequestKind, Requests } from './protocol';

const words = {
  lost: () => msg`The worker ended without a word.`,
  stopped: (reason: string) => reason,
};

/** A worker that trains. What it has learned ends with it: no other takes its place. */
export class LearnWorker {
  private readonly line: WorkerLine<News>;
  private ended: ProtocolError | null = null;

  /** `hear` is called with the news: "stopped" too where the worker breaks down or ends without a word. */
  constructor(start: StartWorker, hear: (news: News) => void) {
    this.line = new WorkerLine(start, words, (news) => {
      if (news.kind === 'stopped') this.end(news.error);
      hear(news);
    });
  }

  request<K extends RequestKind>(
    kind: K,
    request: Requests[K],
    transfer: Transferable[] = [],
  ): Promise<Answers[K]> {
    if (this.ended) return Promise.reject(new EncoderError(this.ended));
    return this.line.send({ ...request, kind }, { transfer });
  }

  /** Ends the worker; what it was still asked for is rejected with the error. */
  end(error: ProtocolError): void {
    this.ended = error;
    this.line.end(error);
  }
}
