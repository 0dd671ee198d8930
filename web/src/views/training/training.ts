import type {
  KeptStep,
  LearnInfo,
  LearnSettings,
  LessonReport,
  StepReport,
} from '../../learn/protocol';
import type { Guess } from '../../state/prediction';
import type { HeadPlace } from '../../state/state';
import { type LearnRun, newRun, type Phase, reported, stepOf, withKept } from './run';
import { rowOf, rowsApart, type Seen, telling } from './seen';
import type { Walk } from './walk';

/** A lesson that was given. */
export interface Taught {
  readonly text: string;
  /** The word and what it was said to mean. */
  readonly word: string;
  readonly meaning: string;
  /** What the model answered before. */
  readonly before: Guess | null;
  readonly report: LessonReport;
}

/** What is on show of learning: a run, the one before it for comparison, and a place in its history. */
export interface Training {
  readonly run: LearnRun;
  /** The run before, drawn beside this one; null for none. */
  readonly former: LearnRun | null;
  /** Its pictures, as they were when it ended: its weights are gone with its workers. */
  readonly formerSeen: ReadonlyMap<number, Seen>;
  /** Whether they stand in the place of this run's. */
  readonly showsFormer: boolean;
  /** The kept step on show; null: always the newest. */
  readonly at: number | null;
  /** The head that the reader chose; null: the most telling one. */
  readonly chosen: HeadPlace | null;
  /** The head on show. */
  readonly head: HeadPlace;
  /** The last lesson; null for none, or one that was taken back. */
  readonly lesson: Taught | null;
  /** The last step, where it was made alone; null else. */
  readonly walk: Walk | null;
  /** By kept step. */
  readonly seen: ReadonlyMap<number, Seen>;
}

export const newTraining = (settings: LearnSettings): Training => ({
  run: newRun(settings),
  former: null,
  formerSeen: new Map(),
  showsFormer: false,
  at: null,
  chosen: null,
  head: { layer: 0, head: 0 },
  lesson: null,
  walk: null,
  seen: new Map(),
});

/** A new run with these settings; the one before stays for comparison where it had begun to learn. */
export function begun(training: Training, settings: LearnSettings): Training {
  const { run, seen } = training;
  const former =
    run.trail.length > 0
      ? { former: run, formerSeen: seen }
      : { former: training.former, formerSeen: training.formerSeen };
  return { ...newTraining(settings), ...former };
}

const ofRun = (training: Training, run: LearnRun): Training => ({ ...training, run });

export const started = (training: Training, info: LearnInfo): Training => {
  const { chosen } = training;
  const { num_hidden_layers: layers, num_attention_heads: heads } = info.config;
  const fits = chosen && chosen.layer < layers && chosen.head < heads;
  const next = ofRun(training, { ...training.run, info, phase: 'paused' });
  return { ...next, chosen: fits ? chosen : null };
};

export const inPhase = (training: Training, phase: Phase, problem = ''): Training =>
  ofRun(training, { ...training.run, phase, problem });

export const withReports = (training: Training, reports: readonly StepReport[]): Training =>
  ofRun(training, reported(training.run, reports));

/** Stores a step; if it was stored before, its pictures must be recomputed. */
export function keeping(
  training: Training,
  kept: KeptStep,
  dropped: readonly number[] = [],
): Training {
  const gone = [kept.step, ...dropped];
  const seen = new Map([...training.seen].filter(([step]) => !gone.includes(step)));
  return { ...ofRun(training, withKept(training.run, kept, dropped)), seen };
}

/** What a lesson did; null: it was taken back. */
export const taught = (training: Training, lesson: Taught | null): Training => ({
  ...training,
  lesson,
});

/** The step just made, to be walked through; null for none. */
export const walking = (training: Training, walk: Walk | null): Training => ({ ...training, walk });

/** The kept step on show; null before there is any. */
export function shownStep({ run, at }: Training): KeptStep | null {
  return run.kept.find(({ step }) => step === at) ?? run.kept.at(-1) ?? null;
}

/** The last kept step of the run before, up to the one on show; null where there is none. */
export function formerAt(training: Training): KeptStep | null {
  const step = shownStep(training)?.step ?? 0;
  return training.former?.kept.filter((kept) => kept.step <= step).at(-1) ?? null;
}

/** The newest kept step, up to the one on show, of which the pictures are computed. */
export function shownSeen(
  training: Training,
): { readonly step: number; readonly seen: Seen } | null {
  const step = shownStep(training)?.step ?? 0;
  let best: { step: number; seen: Seen } | null = null;
  for (const [at, seen] of training.seen)
    if (at <= step && (!best || at > best.step)) best = { step: at, seen };
  return best;
}

/** How much more telling another head must be before it takes the place of the one on show. */
const margin = 0.1;

function headFor(training: Training, seen: Seen): HeadPlace {
  const { chosen, head, run } = training;
  const heads = run.info?.config.num_attention_heads ?? 1;
  if (chosen) return chosen;
  const best = telling(seen, heads);
  const { lower } = seen;
  if (!lower) return best;
  const apart = (place: HeadPlace) =>
    rowsApart(rowOf(seen.upper, heads, place), rowOf(lower, heads, place));
  return apart(best) > apart(head) + margin ? best : head;
}

/** What was computed of a kept step. The head on show follows the newest, where the reader chose none. */
export function withSeen(training: Training, step: number, seen: Seen): Training {
  const all = new Map([...training.seen, [step, seen] as const].sort(([a], [b]) => a - b));
  const newest = Math.max(...all.keys()) === step;
  return { ...training, seen: all, head: newest ? headFor(training, seen) : training.head };
}

/** Another sentence: all pictures must be recomputed; those of a run that is gone cannot be. */
export const unseen = (training: Training): Training => ({
  ...training,
  ...{ seen: new Map(), formerSeen: new Map(), showsFormer: false },
});

/** Takes the run before off the plots. */
export const withoutFormer = (training: Training): Training => ({
  ...training,
  ...{ former: null, formerSeen: new Map(), showsFormer: false },
});

/** What the filmstrip, the head and the map show: this run, or the one before. */
export function pictured(training: Training): Training {
  const { former, formerSeen, showsFormer } = training;
  if (!showsFormer || !former) return training;
  const kept = former.kept.filter(({ step }) => formerSeen.has(step));
  return { ...training, run: { ...former, kept }, former: training.run, seen: formerSeen };
}

/** Shows a kept step; the newest one is followed on. */
export const shownAt = (training: Training, step: number): Training => ({
  ...training,
  at: step === training.run.kept.at(-1)?.step ? null : step,
});

/** The reader's head; null for the most telling one again. */
export function choosing(training: Training, chosen: HeadPlace | null): Training {
  const next = { ...training, chosen };
  const newest = [...training.seen.values()].at(-1);
  if (chosen || !newest) return { ...next, head: chosen ?? training.head };
  return { ...next, head: headFor(next, newest) };
}

/** Whether the run has made steps that a reader would lose. */
export const hasLearned = ({ run }: Training): boolean => stepOf(run) > 0;
