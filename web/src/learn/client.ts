import {
  type Encoding,
  type Loss,
  ownRun,
  type Parameter,
  type ProtocolError,
  type Run,
} from '../model/protocol';
import { EncoderError, type StartWorker, WorkerLine } from '../model/worker-line';
import { msg } from '../words/msg';
import type {
  Answers,
  DepthAsk,
  KeptStep,
  LayerMeasures,
  LearnInfo,
  LearnSettings,
  Lesson,
  LessonReport,
  PassAsk,
  Requests,
  SoftmaxAsk,
  SoftmaxMeasures,
  StepLook,
  StepReport,
  Team,
  TrainerEvent,
} from './protocol';

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

const words = {
  lost: () => msg`The worker stopped without saying why.`,
  stopped: (reason: string) => reason,
};

/** A worker that trains. What it has learned ends with it: no other takes its place. */
export class LearnWorker {
  private readonly line: WorkerLine<Requests, Answers, TrainerEvent>;
  private ended: ProtocolError | null = null;

  /** `hear` is called with the news: "stopped" too where the worker breaks down or ends without a word. */
  constructor(start: StartWorker, hear: (news: TrainerEvent) => void) {
    this.line = new WorkerLine(start, words, (news) => {
      if (news.kind === 'stopped') this.end(news.error);
      hear(news);
    });
  }

  request<K extends keyof Requests>(
    kind: K,
    request: Requests[K],
    transfer: Transferable[] = [],
  ): Promise<Answers[K]> {
    if (this.ended) return Promise.reject(new EncoderError(this.ended));
    return this.line.send(kind, request, { transfer });
  }

  /** Ends the worker; what it was still asked for is rejected with the error. */
  end(error: ProtocolError): void {
    this.ended = error;
    this.line.end(error);
  }
}

/** Hears of a run. */
export interface RunListener {
  /** At most ten times a second: the steps since the last call. */
  reports(reports: readonly StepReport[]): void;
  /** A step whose weights are kept: from now on `encodeAt` and similar calls accept it, but no longer those dropped. */
  kept(kept: KeptStep, dropped?: readonly number[]): void;
  /** All planned steps have been made. */
  finished(): void;
  /** The run is over: its workers have ended. */
  failed(error: EncoderError): void;
}

/** One core is left to the page. */
export const workersHere = (): number =>
  Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));

const ended = { code: 'released', message: 'The run was ended.' };
const noRun = { code: 'no-run', message: 'No run has been started.' };

/** A place for each worker, with a channel between every two. */
export function teams(size: number): readonly Team[] {
  const ports = Array.from({ length: size }, () => Array<MessagePort | null>(size).fill(null));
  for (let a = 0; a < size; a++)
    for (let b = a + 1; b < size; b++) {
      const { port1, port2 } = new MessageChannel();
      (ports[a] as MessagePort[])[b] = port1;
      (ports[b] as MessagePort[])[a] = port2;
    }
  return ports.map((own, place) => ({ place, size, ports: own }));
}

const portsOf = ({ ports }: Team): MessagePort[] => ports.filter((port) => port !== null);

/**
 * A run of training in workers, which share each batch. All promises reject with EncoderError. `end()`
 * must be called when nobody looks any more; it ends the workers.
 */
export class Learner {
  /** How many share the batches of the next run that is started. */
  workers: number;
  private readonly open: StartWorker;
  private readonly listener: RunListener;
  private team: readonly LearnWorker[] = [];
  private started = 0;

  constructor(open: StartWorker, listener: RunListener, workers = workersHere()) {
    this.open = open;
    this.listener = listener;
    this.workers = workers;
  }

  /** Begins a run, paused, with step 0 kept; a former one ends. `signal` ends it too. */
  start(settings: LearnSettings, signal?: AbortSignal): Promise<LearnInfo> {
    return this.begin(settings, signal);
  }

  /** Goes on with a run that `save` has given, paused, the step it had come to kept. */
  continueFrom(saved: Uint8Array<ArrayBuffer>, signal?: AbortSignal): Promise<LearnInfo> {
    return this.begin(saved, signal);
  }

  async play(): Promise<void> {
    await this.leader().request('play', {});
  }

  /** Resolves when no step is under way. The step that the run has come to is kept. */
  async pause(): Promise<void> {
    await this.leader().request('pause', {});
  }

  /** Makes one step, which is kept, and looks at it; null where all have been made. */
  async stepOnce(): Promise<StepLook | null> {
    return this.leader().request('step', {});
  }

  /** Encodes a text with the weights of a kept step. */
  async encodeAt(
    step: number,
    text: string,
    masked: readonly number[] = [],
    run: Run = ownRun,
    loss?: Loss,
  ): Promise<Encoding> {
    return this.leader().request('encode', { step, text, masked, run, loss });
  }

  async parameterAt(step: number, name: string): Promise<Parameter> {
    return this.leader().request('parameter', { step, name });
  }

  /** The model of a kept step, as a file. */
  async modelAt(step: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.leader().request('model', { step });
  }

  /** All that `continueFrom` needs to go on from here. */
  async save(): Promise<Uint8Array<ArrayBuffer>> {
    return this.leader().request('save', {});
  }

  /** Teaches the model as it is now one sentence; the step is stored again. */
  async teach(lesson: Lesson): Promise<LessonReport> {
    return this.leader().request('teach', { lesson });
  }

  /** Goes back to before the last lesson; that step is stored again. */
  async undo(): Promise<void> {
    await this.leader().request('undo', {});
  }

  end(): void {
    this.stop(ended);
  }

  private async begin(
    from: LearnSettings | Uint8Array<ArrayBuffer>,
    signal?: AbortSignal,
  ): Promise<LearnInfo> {
    this.end();
    const own = this.started;
    signal?.addEventListener('abort', () => own === this.started && this.end(), { once: true });
    if (signal?.aborted) throw new EncoderError(ended);
    const places = teams(this.workers);
    this.team = places.map(() => new LearnWorker(this.open, (news) => this.hear(own, news)));
    const infos = this.team.map((worker, i) => {
      const team = places[i] as Team;
      return worker.request('start', { from, team }, portsOf(team));
    });
    try {
      const [info] = await Promise.all(infos);
      return info as LearnInfo;
    } catch (error) {
      if (own === this.started) this.end();
      throw error;
    }
  }

  private leader(): LearnWorker {
    const [leader] = this.team;
    if (!leader) throw new EncoderError(noRun);
    return leader;
  }

  private hear(own: number, news: TrainerEvent): void {
    if (own !== this.started) return;
    if (news.kind === 'reports') this.listener.reports(news.reports);
    else if (news.kind === 'kept') this.listener.kept(news.kept, news.dropped);
    else if (news.kind === 'finished') this.listener.finished();
    else {
      this.stop(news.error);
      this.listener.failed(new EncoderError(news.error));
    }
  }

  private stop(error: ProtocolError): void {
    this.started += 1;
    for (const worker of this.team) worker.end(error);
    this.team = [];
  }
}
