import { timeline } from '../../state/timeline';
import type { Keyframe } from './scene';

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
