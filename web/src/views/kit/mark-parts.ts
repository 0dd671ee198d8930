import type { Cells } from '../../widgets/cells-paint';
import type { Panel, SvgMark, TextMark } from './scene';

/** Share of a path that the running piece of a pulse is. */
export const pulseLength = 0.16;

/** A piece of a text, how large it is and how far below the line. */
interface TextPart {
  readonly text: string;
  readonly size: number;
  readonly down: number;
}

/** "W_Q" with its Q lowered. */
export const partsOf = ({ text, size }: Pick<TextMark, 'text' | 'size'>): readonly TextPart[] =>
  text
    .split(/_(\w)/)
    .map((part, i) =>
      i % 2 === 1
        ? { text: part, size: Math.max(10, 0.8 * size), down: 0.19 * size }
        : { text: part, size, down: 0 },
    );

/** What a panel's canvas is painted with. */
export const cellsOf = ({ rows, columns, data, scale, width, height, look }: Panel): Cells => ({
  ...{ rows, columns, data, scale, width, height },
  bars: look === 'bars',
});

const areFinite = (...numbers: readonly number[]): boolean => numbers.every(Number.isFinite);

/** Whether a mark has a place: a length made of NaN, as a run may hold, is none. */
export function isPlaced(mark: SvgMark): boolean {
  switch (mark.kind) {
    case 'text':
      return areFinite(mark.x, mark.y);
    case 'rect':
    case 'cells':
      return areFinite(mark.x, mark.y, mark.width, mark.height);
    case 'path':
      return !/NaN|Infinity|^M?$/.test(mark.d);
    case 'dot':
      return areFinite(mark.x, mark.y, mark.r);
    case 'shapes':
      return !mark.outlines.some((d) => /NaN|Infinity/.test(d));
    case 'group':
      return !mark.clip || areFinite(mark.clip.y, mark.clip.height);
  }
}
