import { timeline } from '../../state/timeline';
import type { Keyframe } from './scene';

/** When a step of the timeline begins; a step that is not there, at the very start. */
export function beginOf(step: string): number {
  return Math.max(
    0,
    timeline.findIndex((each) => each.id === step),
  );
}

/** Faint until its step has come. */
export function shownFrom(step: string): readonly Keyframe[] {
  const at = beginOf(step);
  return [
    { at: at + 0.35, opacity: 0.16 },
    { at: at + 0.95, opacity: 1 },
  ];
}
