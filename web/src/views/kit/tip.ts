import type { Cell } from '../../state/dataflow/cell';
import { textWidth } from './frame';
import { placeOf } from './panel';
import type { Mark, Tip } from './scene';

/** Room beside the text, and between it and the cell. */
const margin = 8;

/** What a pointed cell is, over the cell: of several panels that show it, the first. */
export function tipOf(
  marks: readonly Mark[],
  point: Cell | null,
  text: string,
  width: number,
): Tip | null {
  if (!point || text === '') return null;
  for (const mark of marks) {
    if (mark.kind !== 'panel') continue;
    const place = placeOf(mark, point);
    if (place < 0) continue;
    const [w, h] = [mark.width / mark.columns, mark.height / mark.rows];
    const half = Math.min(width, textWidth(text, 12) * 1.1 + 2 * margin) / 2;
    const x = mark.x + ((place % mark.columns) + 0.5) * w;
    const y = mark.y + Math.floor(place / mark.columns) * h - margin / 2;
    return { x: Math.max(half, Math.min(width - half, x)), y, text };
  }
  return null;
}
