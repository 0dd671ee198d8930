import { html, type TemplateResult } from 'lit';
import { clamp01, ease, mix, ramp } from '../../render/motion';
import { timeline } from '../../state/timeline';
import { viewOf } from '../../state/views';
import { explained } from '../../widgets/terms';
import type { Keyframe, Sweep } from './scene';

/** Start time of a step; 0 for an unknown one. */
export function beginOf(step: string): number {
  return Math.max(
    0,
    timeline.findIndex((each) => each.id === step),
  );
}

/** Faint until the step begins. */
export function shownFrom(step: string): readonly Keyframe[] {
  const at = beginOf(step);
  return [
    { at: at + 0.35, opacity: 0.16 },
    { at: at + 0.95, opacity: 1 },
  ];
}

/** When the second beat of a step's caption is read: with the step's numbers in their places. */
const secondFrom = 0.85;

export const hasEnded = (progress: number): boolean => progress >= secondFrom;

/** Whether a view's picture is complete; one that is no step of the timeline always is. */
export const isOver = (view: string, time: number): boolean =>
  viewOf(view)?.tick === undefined || hasEnded(time);

/** A caption of two beats, its terms explained at their first use; the place of the second is kept free until it comes. */
export function beatsOf([happens, result]: readonly unknown[], over: boolean): TemplateResult {
  const met = new Set<number>();
  const [first, second] = [explained(happens, met), explained(result, met)];
  return html`<span class="happens">${first}</span> <span class="result ${over ? '' : 'later'}">${second}</span>`;
}

export interface Transform {
  readonly dx: number;
  readonly dy: number;
  readonly opacity: number;
  readonly scaleX: number;
  readonly scaleY: number;
}

const rest: Transform = { dx: 0, dy: 0, opacity: 1, scaleX: 1, scaleY: 1 };

/** Where a mark with these keys is at a time: the last key before it and the first after, mixed. */
export function transformAt(keys: readonly Keyframe[] | undefined, time: number): Transform {
  const first = keys?.[0];
  if (!keys || !first) return rest;
  const after = keys.findIndex((key) => key.at > time);
  if (after === 0) return { ...rest, ...first };
  const last = keys[(after < 0 ? keys.length : after) - 1] ?? first;
  const next = keys[after] ?? last;
  const before = { ...rest, ...last };
  const to = { ...rest, ...next };
  const t = next === last ? 0 : ease(ramp(time, last.at, next.at));
  return {
    dx: mix(before.dx, to.dx, t),
    dy: mix(before.dy, to.dy, t),
    opacity: mix(before.opacity, to.opacity, t),
    scaleX: mix(before.scaleX, to.scaleX, t),
    scaleY: mix(before.scaleY, to.scaleY, t),
  };
}

/** How much of a swept panel is to be seen, 0 to 1; in even steps, as its numbers come one by one. */
export function shownPart(sweep: Sweep | undefined, time: number): number {
  return sweep ? clamp01((time - sweep.from) / (sweep.to - sweep.from)) : 1;
}

/** Comes to light within a stretch of the step. */
export function appear(from: number, to: number): readonly Keyframe[] {
  return [
    { at: from, opacity: 0 },
    { at: to, opacity: 1 },
  ];
}

/** Comes from elsewhere to its own place. */
export function arrive(from: number, to: number, dx: number, dy: number): readonly Keyframe[] {
  return [
    { at: from, dx, dy, opacity: 0 },
    { at: from + (to - from) * 0.2, dx, dy, opacity: 1 },
    { at: to },
  ];
}
