/// A worker that trains. A classic script, as ../model/worker.ts.
import type { FoveaLearnModule, Trainer } from 'fovea-learn-wasm';
import createFoveaLearn from 'fovea-learn-wasm';
import plain from 'fovea-learn-wasm/binary?bytes';
import relaxed from 'fovea-learn-wasm/relaxed?bytes';
import { encodeText, runsRelaxedSimd } from '../model/bytes';
import type { ModelConfig } from '../model/protocol';
import { describe, type Handlers, serve } from '../model/worker-side';
import { lookAhead } from './look-ahead';
import type {
  Answers,
  LearnInfo,
  Lesson,
  LessonReport,
  Requests,
  StepLook,
  TrainerEvent,
} from './protocol';
import { Run, type RunObserver } from './run';
import { type PartedTrainer, SharedSteps } from './shared-steps';
import { History, mostKept } from './worker-history';

const core = createFoveaLearn({ wasmBinary: (runsRelaxedSimd() ? relaxed : plain)() });

type Report = ReturnType<Trainer['finishStep']>;

interface Lessons {
  teach(lesson: Lesson): LessonReport;
  undo(): void;
}

/** A run under way. */
interface Training {
  readonly info: LearnInfo;
  readonly trainer: Trainer;
  readonly parts: Lessons;
  readonly shared: SharedSteps<Report>;
  readonly history: History;
  readonly run: Run;
}

let training: Training | null = null;

const say = (news: TrainerEvent): void => self.postMessage(news);

const news: RunObserver = {
  reports: (reports) => say({ kind: 'reports', reports }),
  kept: (kept, dropped) => say({ kind: 'kept', kept, dropped }),
  finished: () => say({ kind: 'finished' }),
  stopped: (error) => say({ kind: 'stopped', error: describe(error) }),
};

function infoOf(trainer: Trainer): LearnInfo {
  const info = trainer.info();
  return { ...info, config: info.config as unknown as ModelConfig, keeps: mostKept };
}

/** A trainer as its team sees it, with what it was before each lesson. */
function partsOf(trainer: Trainer): PartedTrainer<Report> & Lessons {
  const before: Uint8Array<ArrayBuffer>[] = [];
  return {
    beginStep: () => trainer.beginStep(),
    runShard: (shard) => trainer.runShard(shard),
    // The wasm types leave open what memory an array is of.
    gradientOf: (shard, withPartner) =>
      trainer.gradientOf(shard, withPartner) as Float32Array<ArrayBuffer>,
    drawAhead: () => trainer.drawAhead(),
    finishStep: (gradients) => trainer.finishStep(gradients),
    teach(lesson) {
      before.push(trainer.checkpoint());
      return trainer.teach(lesson);
    },
    undo() {
      const saved = before.pop();
      if (saved) trainer.restore(saved);
    },
    change(change) {
      if (change.kind === 'undo') this.undo();
      else this.teach(change.lesson);
    },
  };
}

type EncodeRequest = Requests['encode'];

/** Begins a run, or, in all workers but the first, what follows the first one's. */
function begin(fovea: FoveaLearnModule, { from, team }: Requests['start']): LearnInfo {
  const trainer =
    from instanceof Uint8Array ? fovea.restoreTrainer(from) : fovea.createTrainer(from);
  const info = infoOf(trainer);
  const parts = partsOf(trainer);
  const shared = new SharedSteps(parts, team, news.stopped);
  if (team.place > 0) return info;
  const history = new History(fovea);
  const steps = {
    get done() {
      return trainer.done();
    },
    planned: info.steps,
    step: () => shared.lead(trainer.done() + 1),
    evaluate: () => trainer.evaluate(),
    keep: () => history.keep(trainer.done(), trainer.model()),
  };
  training = { trainer, parts, shared, history, run: new Run(steps, news), info };
  return info;
}

/** A kept step is encoded in the structure it was trained in, unless another one is asked for. */
function inOwnWay(request: EncodeRequest, { structure }: LearnInfo): EncodeRequest {
  const { run } = request;
  return { ...request, run: { ...run, structure: run.structure || structure } };
}

function begun(): Training {
  if (!training) throw new Error('no run has been started');
  return training;
}

/** One step, and a sentence of its batch before and after. */
async function stepOnce({ trainer, history, run, info }: Training): Promise<StepLook | null> {
  await run.pause();
  const done = trainer.done();
  if (done >= info.steps) return null;
  const seen = lookAhead(trainer, history.model(done), info.vocabulary);
  await run.stepOnce();
  return { ...seen, step: done + 1, after: trainer.answers() };
}

const handlers = async (): Promise<Handlers<Requests, Answers>> => {
  const fovea = await core;
  return {
    start: (request) => begin(fovea, request),
    studyDepth: (ask) => fovea.studyDepth(ask),
    studySoftmax: (ask) => fovea.studySoftmax(ask),
    passTime: (ask) => fovea.passTime(ask),
    play() {
      begun().run.play();
      return null;
    },
    async pause() {
      await begun().run.pause();
      return null;
    },
    step: () => stepOnce(begun()),
    encode(request) {
      const { history, info } = begun();
      return encodeText(history.model(request.step), inOwnWay(request, info));
    },
    parameter: ({ step, name }) => begun().history.model(step).parameter(name),
    model: ({ step }) => begun().history.file(step).slice(),
    async save() {
      const { run, trainer } = begun();
      await run.pause();
      return trainer.checkpoint();
    },
    teach({ lesson }) {
      const { run, parts, shared } = begun();
      return run.change(() => {
        const report = parts.teach(lesson);
        shared.tell({ kind: 'teach', lesson });
        return report;
      });
    },
    undo() {
      const { run, parts, shared } = begun();
      return run.change(() => {
        parts.undo();
        shared.tell({ kind: 'undo' });
        return null;
      });
    },
  };
};

serve(handlers());
