import type { Axis } from '../kit/plot-axis';
import type { LearnRun } from './run';
import { stepOf } from './run';
import type { Training } from './training';

/** Of all planned steps, the first so many-th are left out: hardly anything happens there. */
const cut = 300;

const nice = (x: number): number => {
  const power = 10 ** Math.floor(Math.log10(x));
  return power * ([5, 2, 1].find((m) => m * power <= x) ?? 1);
};

/** The last step of an axis: all that are planned, where the plan is known. */
const endOf = (run: LearnRun): number => Math.max(run.info?.steps ?? 0, stepOf(run), 10);

/** The axis of steps that all pictures share: logarithmic, as half of learning is in its first sixth. */
export function stepsAxis({ run, former }: Training): Axis {
  const to = Math.max(endOf(run), former ? endOf(former) : 0);
  return { from: Math.max(1, nice(to / cut)), to, log: true };
}

/** A step on the axis: what comes before its begin is there. */
export const onAxis = ({ from, to }: Axis, step: number): number =>
  Math.min(to, Math.max(from, step));
