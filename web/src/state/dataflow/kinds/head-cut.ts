/**
 * How rows of all heads are cut into heads: each has dK columns, or, a known bug, the matrix is read
 * as heads × rows × dK from beginning to end.
 */
export type HeadCut = 'split' | 'reshaped';

type InHead = readonly [head: number, row: number, column: number];
type InMatrix = readonly [row: number, column: number];

/** Where a head's cell is in the matrix. */
export function cellOfHead(
  [rows = 0, width = 1]: readonly number[],
  dK: number,
  [head, row, column]: InHead,
  cut: HeadCut,
): InMatrix {
  if (cut === 'split') return [row, head * dK + column];
  const place = (head * rows + row) * dK + column;
  return [Math.floor(place / width), place % width];
}

/** The inverse. */
export function headOfCell(
  [rows = 0, width = 1]: readonly number[],
  dK: number,
  [row, column]: InMatrix,
  cut: HeadCut,
): InHead {
  if (cut === 'split') return [Math.floor(column / dK), row, column % dK];
  const place = row * width + column;
  return [Math.floor(place / (rows * dK)), Math.floor(place / dK) % rows, place % dK];
}
