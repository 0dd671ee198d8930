import { clamp01, ease, mix, ramp } from '../../render/motion';
import type { Keyframe, Sweep } from './scene';

/** How a mark lies at a time, relative to its own place. */
export interface Transform {
  readonly dx: number;
  readonly dy: number;
  readonly opacity: number;
  readonly scaleX: number;
  readonly scaleY: number;
  /** In degrees, clockwise. */
  readonly turn: number;
}

const rest: Transform = { dx: 0, dy: 0, opacity: 1, scaleX: 1, scaleY: 1, turn: 0 };

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
    turn: mix(before.turn, to.turn, t),
  };
}

/** How much of a swept panel is to be seen, 0 to 1; in even steps, as its numbers come one by one. */
export function shownPart(sweep: Sweep | undefined, time: number): number {
  return sweep ? clamp01((time - sweep.from) / (sweep.to - sweep.from)) : 1;
}
