import { argmax } from '../../state/vector';
import type { StepContext } from './step-context';

/** Rows closer than this leave no room for a line of text in each. */
const leastPitch = 12;

/**
 * The tokens whose words are written, row under row: all of them where there is room, else the one in
 * focus and the one that it looks at most; of these two, where they lie on each other, the first.
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
