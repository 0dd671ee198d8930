import { argmax } from '../../state/vector';
import type { StepContext } from './step-context';

/** Minimum distance of rows that are all labelled. */
const leastPitch = 12;

/**
 * The tokens whose rows are labelled: all if there is room, else the focus word and the one with the
 * largest weight. If these two would overlap, only `first`.
 */
export function visibleLabels(
  m: StepContext,
  pitch: number,
  first: 'focus' | 'favourite' = 'focus',
): ReadonlySet<number> {
  if (pitch >= leastPitch) return new Set(m.tokens.keys());
  const row = m.trace.row(`layers.${m.layer}.attention.weights`, m.head, m.focus);
  const favourite = argmax(row);
  const apart = Math.abs(favourite - m.focus) * pitch >= leastPitch;
  const one = first === 'focus' ? m.focus : favourite;
  return new Set(apart ? [m.focus, favourite] : [one]);
}
