import type {
  KeptStep,
  LearnInfo,
  LearnSettings,
  PartNorms,
  StepReport,
} from '../../learn/protocol';

/** Means over the steps that are one point of a line: those since the point before. */
export interface TrailPoint {
  /** The last of them. */
  readonly step: number;
  readonly steps: number;
  readonly maskedLoss: number;
  readonly referenceLoss: number;
  /** Of the last of them. */
  readonly rate: number;
  readonly parts: readonly PartNorms[];
  /** Of words, what each expert computed, by layer · experts + expert; empty without experts. */
  readonly shares: readonly number[];
}

export type Phase = 'starting' | 'paused' | 'playing' | 'finished' | 'failed';

/** A run of training as far as the page has heard of it. */
export interface LearnRun {
  readonly settings: LearnSettings;
  readonly phase: Phase;
  /** Why it failed; empty otherwise. */
  readonly problem: string;
  readonly info: LearnInfo | null;
  readonly trail: readonly TrailPoint[];
  /** The last reports, from which the pace is measured. */
  readonly recent: readonly StepReport[];
  /** Tokens that were trained on. */
  readonly tokens: number;
  /** In the order of their steps. */
  readonly kept: readonly KeptStep[];
}

export const newRun = (settings: LearnSettings): LearnRun => ({
  ...{ settings, phase: 'starting', problem: '', info: null },
  ...{ trail: [], recent: [], tokens: 0, kept: [] },
});

/** Points of a line between a step and ten times that step. */
const perDecade = 90;

const placeOf = (step: number): number => Math.floor(Math.log10(step) * perDecade);

const mean = (a: number, n: number, b: number): number => (a * n + b) / (n + 1);

function joined(point: TrailPoint, report: StepReport): TrailPoint {
  const { step, rate, parts } = report;
  const n = point.steps;
  return {
    ...{ step, rate, parts, steps: n + 1 },
    maskedLoss: mean(point.maskedLoss, n, report.maskedLoss),
    referenceLoss: mean(point.referenceLoss, n, report.referenceLoss),
    shares: point.shares.map((share, i) => mean(share, n, report.shares[i] ?? 0)),
  };
}

/** One point more, or the last one going on: as many points as a logarithmic axis can show. */
function extended(trail: TrailPoint[], report: StepReport): void {
  const last = trail.at(-1);
  if (last && placeOf(last.step) === placeOf(report.step))
    trail[trail.length - 1] = joined(last, report);
  else {
    const { step, maskedLoss, referenceLoss, rate, parts, shares } = report;
    trail.push({ step, steps: 1, maskedLoss, referenceLoss, rate, parts, shares });
  }
}

/** Over how many of the last seconds of training the pace is measured. */
const paceSeconds = 4;

export function reported(run: LearnRun, reports: readonly StepReport[]): LearnRun {
  if (reports.length === 0) return run;
  const trail = [...run.trail];
  for (const report of reports) extended(trail, report);
  const all = [...run.recent, ...reports];
  const since = (all.at(-1)?.seconds ?? 0) - paceSeconds;
  const recent = all.filter((report, i) => report.seconds >= since || i >= all.length - 2);
  const tokens = reports.reduce((sum, report) => sum + report.tokens, run.tokens);
  return { ...run, trail, recent, tokens };
}

/** The step kept, in its place; one that is kept again takes the place of the former. */
export function withKept(run: LearnRun, kept: KeptStep, dropped: readonly number[] = []): LearnRun {
  const others = run.kept.filter(({ step }) => step !== kept.step && !dropped.includes(step));
  return { ...run, kept: [...others, kept].sort((a, b) => a.step - b.step) };
}

/** The step that the run has come to. */
export const stepOf = ({ recent, kept, info }: LearnRun): number =>
  Math.max(recent.at(-1)?.step ?? 0, kept.at(-1)?.step ?? 0, info?.done ?? 0);

/** How fast the last steps were; null before there are two. */
export interface Pace {
  readonly tokensPerSecond: number;
  readonly stepsPerSecond: number;
}

export function paceOf({ recent }: LearnRun): Pace | null {
  const [first, last] = [recent[0], recent.at(-1)];
  if (!first || !last || last.seconds <= first.seconds) return null;
  const seconds = last.seconds - first.seconds;
  const tokens = recent.slice(1).reduce((sum, report) => sum + report.tokens, 0);
  return { tokensPerSecond: tokens / seconds, stepsPerSecond: (last.step - first.step) / seconds };
}

/** Seconds that the steps still planned take at the present pace; null where there is none. */
export function secondsLeft(run: LearnRun): number | null {
  const pace = paceOf(run);
  if (!pace || !run.info) return null;
  return Math.max(0, run.info.steps - stepOf(run)) / pace.stepsPerSecond;
}

/** The norms of gradient and update at a step, or at the nearest that is known. */
export function partsAt({ trail }: LearnRun, step: number): TrailPoint | null {
  let best: TrailPoint | null = null;
  for (const point of trail)
    if (!best || Math.abs(point.step - step) < Math.abs(best.step - step)) best = point;
  return best;
}
