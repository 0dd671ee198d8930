import { textWidth } from '../../web/src/views/kit/frame';
import type { Mark, Scene } from '../../web/src/views/kit/scene';

/** Left and right edge of a mark that has them. */
export function edges(mark: Mark): readonly [number, number] | null {
  if (mark.kind === 'panel' || mark.kind === 'rect' || mark.kind === 'handle')
    return [mark.x, mark.x + mark.width];
  return mark.kind === 'dot' ? [mark.x - mark.r, mark.x + mark.r] : null;
}

/** Where the letters of what stays written are, by the measure that the steps lay out with. */
export function letters({ marks }: Scene) {
  const texts = marks.filter((mark) => mark.kind === 'text').filter(({ keys }) => !keys);
  return texts.map(({ text, x, y, size, serif, anchor, turn }) => {
    const width = textWidth(text, size, serif);
    // Upright words begin at their lower end.
    if (turn === -90)
      return { text, left: x - 0.75 * size, right: x + 0.15 * size, top: y - width, bottom: y };
    const left = x - { start: 0, middle: width / 2, end: width }[anchor];
    return { text, left, right: left + width, top: y - 0.75 * size, bottom: y + 0.15 * size };
  });
}

type Letters = ReturnType<typeof letters>[number];

export const meet = (a: Letters, b: Letters): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
