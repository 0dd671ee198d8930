import { dot, path } from '../kit/marks';
import type { Place } from '../kit/plane';
import type { SvgMark } from '../kit/scene';

/** A sign for each kind of words, about its own middle. */
const shapes: readonly ((x: number, y: number) => string)[] = [
  (x, y) => `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z`,
  (x, y) => `M${x} ${y - 4.5}l4.5 8h-9Z`,
  (x, y) => `M${x - 3.5} ${y - 3.5}h7v7h-7Z`,
  (x, y) => `M${x} ${y - 5}l5 5l-5 5l-5 -5Z`,
];

export const inkOf = (kind: number): string =>
  kind < 0 ? 'var(--ink-2)' : `var(--kind-${kind + 1})`;

/** A word's sign: its kind's, or an open dot. */
export function signOf(kind: number, [x, y]: Place): SvgMark {
  const shape = shapes[kind];
  return shape
    ? path(shape(x, y), { fill: 'ink', ink: inkOf(kind) })
    : dot(x, y, 3, 'paper', { stroke: 'ink-2' });
}
