/** Rotary positions: the pair of columns 2i and 2i + 1 of a head is turned by p · 10000^(−2i ÷ dK). */

/** The angle of a pair of a head's columns; `column` is either of the two. */
export const angleOf = (position: number, column: number, dK: number): number =>
  position / 10000 ** ((column - (column % 2)) / dK);

/** The column that a column is paired with; itself where it has no partner. */
export function partnerOf(column: number, dK: number): number {
  if (column % 2 === 1) return column - 1;
  return column + 1 < dK ? column + 1 : column;
}

/** All rows of all heads, turned; `back` turns the other way. */
export function turned(
  data: Float32Array,
  [n, heads]: readonly [n: number, heads: number],
  back = false,
): Float32Array {
  const width = data.length / n;
  const dK = width / heads;
  return data.map((x, at) => {
    const [row, j] = [Math.floor(at / width), (at % width) % dK];
    const other = partnerOf(j, dK);
    if (other === j) return x;
    const angle = (back ? -1 : 1) * angleOf(row, j, dK);
    const y = data[at + other - j] ?? 0;
    return x * Math.cos(angle) + (j % 2 === 0 ? -1 : 1) * y * Math.sin(angle);
  });
}
