import { rect } from './marks';
import type { Mark, Panel } from './scene';

/** An empty place where the numbers of a panel will stand. */
const emptyPlace = ({ x, y, width, height }: Panel): Mark =>
  rect(x, y, width, height, { fill: 'sheet', stroke: 'line' });

/**
 * What is left of a drawing while the tour waits for a guess: its words, the names of its parts, and
 * empty places for its numbers.
 */
export function veiled(marks: readonly Mark[]): readonly Mark[] {
  return marks.flatMap((mark): readonly Mark[] => {
    if (mark.kind === 'panel') return [emptyPlace(mark)];
    if (mark.kind === 'text' && mark.title) {
      const { keys: _, ...still } = mark;
      return [still];
    }
    return mark.kind === 'handle' && mark.look === 'word' ? [mark] : [];
  });
}
