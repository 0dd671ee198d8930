/// A worker that trains. A classic script, as ../model/worker.ts.
import type { FoveaLearnModule, Model, Trainer } from 'fovea-learn-wasm';
import createFoveaLearn from 'fovea-learn-wasm';
import plain from 'fovea-learn-wasm/binary?bytes';
import relaxed from 'fovea-learn-wasm/relaxed?bytes';
import { encodeText, runsRelaxedSimd } from '../model/bytes';
import { type Encoding, type ModelConfig, ownRun, type Token } from '../model/protocol';
import { describe, type Handlers, serve } from '../model/worker-side';
import type {
  Answers,
  LearnInfo,
  Lesson,
  LessonReport,
  Requests,
  StepLook,
  Target,
  TrainerEvent,
} from './protocol';
import { Run, type RunObserver } from './run';
import { type PartedTrainer, SharedSteps } from './shared-steps';
import { History, mostKept } from './worker-history';

/** A text of these pieces, and where each is in it. */
function textOf(pieces: readonly string[]): Pick<Encoding, 'text'> & { spans: number[][] } {
  let text = '';
  const spans = pieces.map((piece, i) => {
    const joined = piece.startsWith('##');
    if (i > 0 && !joined) text += ' ';
    const begin = text.length;
    text += joined ? piece.slice(2) : piece;
    return [begin, text.length];
  });
  return { text, spans };
}

/** The sentence with the hidden words where masks stand. */
function laidOut(
  ids: readonly number[],
  targets: readonly Target[],
  vocabulary: readonly string[],
) {
  const masked = [...ids.keys()].filter((token) => vocabulary[ids[token] ?? -1] === '[MASK]');
  const words = ids.map((id, token) => {
    const hidden = targets.find((each) => each.token === token && !each.reference);
    return vocabulary[masked.includes(token) && hidden ? hidden.piece : id] ?? '';
  });
  const { text, spans } = textOf(words);
  const tokens = ids.map((id, token): Token => {
    const [begin = 0, end = 0] = spans[token] ?? [];
    return { id, piece: vocabulary[id] ?? '', begin, end };
  });
  return { text, tokens, masked };
}

type Seen = Pick<StepLook, 'encoding' | 'targets' | 'before' | 'readable'>;

/**
 * A sentence of the batch of the step to come.
 * @param model the model as it is before the step
 */
function lookAhead(trainer: Trainer, model: Model, vocabulary: readonly string[]): Seen {
  trainer.beginStep();
  const { ids, targets, tensors, data } = trainer.look();
  const laid = laidOut(ids, targets, vocabulary);
  const { text, masked } = laid;
  const { tokens } = encodeText(model, { text, masked, run: ownRun, loss: undefined });
  return {
    // The wasm types leave open what memory an array is of.
    encoding: {
      ...laid,
      tensors,
      data: data as Float32Array<ArrayBuffer>,
      dropped: 0,
      milliseconds: 0,
    },
    targets,
    before: trainer.answers(),
    readable: tokens.map(({ id }) => id).join() === ids.join(),
  };
}

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
