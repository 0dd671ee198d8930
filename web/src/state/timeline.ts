import type { Speed, StepId } from './state';

export interface Step {
  readonly id: StepId;
  readonly name: string;
}

/** What unfolds, in order; step i plays while time goes from i to i + 1. */
export const steps: readonly Step[] = [
  { id: 'scores', name: 'scores' },
  { id: 'scale', name: 'scale' },
  { id: 'softmax', name: 'softmax' },
  { id: 'sum', name: 'weighted sum' },
];

/** The name of time 0, when only the words and their arches stand. */
export const startName = 'words';

export const endTime = steps.length;

/** One step at speed 1, and the halt after it, in milliseconds. */
export const stepDuration = 900;
export const haltDuration = 500;

export function clampTime(time: number): number {
  return Number.isFinite(time) ? Math.min(endTime, Math.max(0, time)) : endTime;
}

/** How far a step has come at a time: 0 before it, 1 after it. */
export function stepProgress(time: number, id: StepId): number {
  const index = steps.findIndex((step) => step.id === id);
  return Math.min(1, Math.max(0, time - index));
}

/** The name of the step that a time is in or has just finished. */
export function stepName(time: number): string {
  return steps[Math.ceil(time) - 1]?.name ?? startName;
}

/** The next whole step after a time, or the last before it. */
export function neighbour(time: number, by: 1 | -1): number {
  return clampTime(by > 0 ? Math.floor(time) + 1 : Math.ceil(time) - 1);
}

/** A place in a running animation: the time, and what is left of the halt there. */
export interface Frame {
  readonly time: number;
  readonly halt: number;
}

/**
 * The frame `elapsed` milliseconds later. Playing moves in short bursts: it stands still for the
 * halt at each whole step, and never goes beyond `until`.
 */
export function advance(frame: Frame, elapsed: number, speed: Speed, until: number): Frame {
  let { time, halt } = frame;
  let left = elapsed * speed;
  while (left > 0 && time < until) {
    const rest = Math.min(halt, left);
    halt -= rest;
    left -= rest;
    const goal = Math.min(until, Math.floor(time) + 1);
    const needed = (goal - time) * stepDuration;
    if (left < needed) return { time: time + left / stepDuration, halt };
    time = goal;
    left -= needed;
    halt = haltDuration;
  }
  return { time, halt };
}
