import {
  type Answers as EncoderAnswers,
  type Requests as EncoderRequests,
  type Folder,
  type ModelFile,
  type ModelInfo,
  shipped,
} from '../model/protocol';
import {
  again,
  EncoderError,
  type LineWords,
  type Progress,
  type StartWorker,
  WorkerLine,
} from '../model/worker-line';
import { msg } from '../words/msg';
import type { Answers, Requests } from './protocol';

/** The model in the worker: one at a time. */
const number = 1;

type All = EncoderRequests & Requests;

/** What is asked about the model that is open. */
type OfModel<Kind extends keyof All> = Omit<All[Kind], 'model'>;

/** Published folders are read by the worker of the file that reads folders. */
const isFolder = (file: ModelFile): boolean => (file as Partial<Folder>).files !== undefined;

/**
 * Long work with the model that is open, in a worker of its own, which ends where something is
 * cancelled and reads the model again for what is asked next. Promises reject with EncoderError.
 */
export class ModelLine {
  private readonly line: WorkerLine<All, EncoderAnswers & Answers>;
  private file: ModelFile = shipped;
  private loaded: {
    readonly worker: Worker;
    readonly model: ModelInfo;
    readonly done: Promise<unknown>;
  } | null = null;

  constructor(words: LineWords) {
    this.line = new WorkerLine((name) => {
      const start = isFolder(this.file)
        ? globalThis.foveaFolders?.worker
        : globalThis.foveaVariantWorker;
      const worker = (start as StartWorker)(name);
      if (!isFolder(this.file)) globalThis.foveaSendModel?.(worker);
      return worker;
    }, words);
  }

  /** `progress` hears a share, from 0 to 1; `signal` cancels. */
  async ask<Kind extends keyof Requests>(
    kind: Kind,
    model: ModelInfo,
    asked: OfModel<Kind>,
    sending: { readonly progress?: Progress; readonly signal?: AbortSignal } = {},
  ): Promise<Answers[Kind]> {
    return again(async () => {
      await this.ready(model);
      const request = { ...asked, model: number } as All[Kind];
      return this.line.send(kind, request, sending) as Promise<Answers[Kind]>;
    });
  }

  private async ready(model: ModelInfo): Promise<void> {
    const file = globalThis.foveaModelFiles?.get(model) ?? shipped;
    if (isFolder(file) !== isFolder(this.file))
      this.line.end({ code: 'superseded', message: msg`Another model took its place.` });
    this.file = file;
    const worker = this.line.worker();
    if (this.loaded?.worker !== worker || this.loaded.model !== model) {
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
