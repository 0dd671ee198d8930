import { awaited, type Recording, type Reel } from '../../state/numbers';
import { msg } from '../../words/msg';
import { spokenStep } from './captions';
import { stepOf } from './run';
import type { Runner } from './runner';
import type { BeatShown } from './scene';
import { shownStep, type Training } from './training';
import { type Beat, beats, type Walk } from './walk';

/** How long a beat moves, and then rests before the next one, in milliseconds. */
const moves = 1400;
const rests = 1600;

/**
 * Shows the beats of a step one after another, and then rests on the last. Where motion is to be
 * reduced each is a still, and the reader goes on.
 */
export class Beats {
  private readonly changed: () => void;
  private readonly still = matchMedia('(prefers-reduced-motion: reduce)');
  private walk: Walk | null = null;
  private of: Beat | null = null;
  private since = 0;
  /** Whether the next beat follows by itself. */
  private goesOn = false;
  private frame = 0;

  constructor(changed: () => void) {
    this.changed = changed;
  }

  /** Begins with the first beat where another step is to be shown. */
  follow(walk: Walk | null): void {
    if (walk === this.walk) return;
    this.walk = walk;
    this.begin(walk ? 'forward' : null, !this.still.matches);
  }

  /** Shows one beat alone; null for none. */
  show(of: Beat | null): void {
    this.begin(this.walk && of, false);
    this.changed();
  }

  /** What is to be drawn now. */
  shown(): BeatShown | null {
    if (!this.of) return null;
    if (this.still.matches) return { of: this.of, share: 1 };
    const time = performance.now() - this.since;
    const next = beats[beats.indexOf(this.of) + 1];
    if (this.goesOn && next && time > moves + rests) {
      this.begin(next, true);
      this.askAgain();
      return { of: next, share: 0 };
    }
    const share = Math.min(1, time / moves);
    if (share < 1 || (this.goesOn && next)) this.askAgain();
    return { of: this.of, share };
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.goesOn = false;
  }

  private begin(of: Beat | null, goesOn: boolean): void {
    this.of = of;
    this.goesOn = goesOn;
    this.since = performance.now();
  }

  private askAgain(): void {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(this.changed);
  }
}

/** How long a run is on the screen, in seconds. */
const seconds = 16;

const upTo = <Item extends { readonly step: number }>(items: readonly Item[], last: number) =>
  items.filter(({ step }) => step <= last);

/** The run as it was at a step: its curves to there, and the steps kept by then, the last of them on show. */
export function asOf(training: Training, step: number): Training {
  const { run } = training;
  const [trail, kept] = [upTo(run.trail, step), upTo(run.kept, step)];
  return {
    ...{ ...training, at: null, walk: null, lesson: null, showsFormer: false },
    run: { ...run, phase: 'playing', trail, kept, recent: [] },
  };
}

/** The step at a share of the film: as on the axes, half of learning is in the first sixth of a run. */
const stepAt = (share: number, last: number): number => Math.expm1(share * Math.log1p(last));

/** A run that has made these steps, and the pictures of those that are kept: one that has none yet plays first. */
async function recorded(runner: Runner, steps: number | undefined, signal: AbortSignal) {
  const failed = () => runner.training.run.phase === 'failed';
  await awaited(() => runner.training.run.phase !== 'starting', signal);
  const hasMade = () => {
    const { phase } = runner.training.run;
    return (
      stepOf(runner.training.run) >= (steps ?? Number.POSITIVE_INFINITY) || phase === 'finished'
    );
  };
  const goes = steps !== undefined || stepOf(runner.training.run) === 0;
  try {
    if (goes && !hasMade()) {
      runner.play();
      await awaited(() => hasMade() || failed(), signal);
    }
  } finally {
    runner.pause();
  }
  await awaited(() => !runner.isLooking || failed(), signal);
  if (failed()) throw new Error(runner.training.run.problem);
}

/** A run of training, from its first step to the last; `show` draws it as it was, or as it is. */
export async function trainingReel(
  runner: Runner,
  show: (training: Training | null) => void,
  { steps, signal }: Recording,
): Promise<Reel> {
  await recorded(runner, steps, signal);
  const { training } = runner;
  const last = Math.min(steps ?? Number.POSITIVE_INFINITY, stepOf(training.run));
  let shown = training;
  return {
    seconds,
    show(at) {
      shown = at === null ? training : asOf(training, stepAt(at / seconds, last));
      show(at === null ? null : shown);
    },
    says() {
      const kept = shownStep(shown);
      return kept ? spokenStep(kept) : msg`There is no picture yet.`;
    },
  };
}
