import { text } from '../kit/frame';
import { rect } from '../kit/marks';
import type { Mark, Tone } from '../kit/scene';

/** What a number was while the encoder was broken, struck through. */
export function struck(
  x: number,
  y: number,
  content: string,
  anchor: 'start' | 'middle' | 'end',
): Mark {
  return text(x, y, content, { size: 11, anchor, struck: true, shows: { tensor: 'former' } });
}

/** The bar in the margin of what has changed. */
export const changeBar = (x: number, y: number, height: number): Mark =>
  rect(x, y, 2, height, { fill: 'ink', shows: { tensor: 'change' } });

/** What a bar was while the encoder was broken: its contour. */
export const hollow = (x: number, y: number, width: number, height: number): Mark =>
  rect(x, y, Math.max(1, width), Math.max(1, height), {
    fill: 'paper',
    stroke: 'ink-2',
    shows: { tensor: 'former' },
  });

export const filled = (x: number, y: number, width: number, height: number, fill: Tone): Mark =>
  rect(x, y, Math.max(1, width), Math.max(1, height), { fill, shows: { tensor: 'now' } });
