import { archPath, type Facing, layoutArches, pinPath } from '../../render/arches';
import { dot, path } from './marks';
import type { SvgMark } from './scene';

/** Rows of weights of one word: one wing each, back to back; a single row has the upper wing alone. */
export interface Rows {
  readonly focus: number;
  readonly upperRow: ArrayLike<number>;
  readonly lowerRow: ArrayLike<number> | null;
}

/** Where the wing of a row is drawn. */
interface Place {
  readonly centres: readonly number[];
  readonly facing: Facing;
  readonly base: number;
  /** Width of weight 1, and the most that an arch may rise. */
  readonly total: number;
  readonly limit: number;
}

/** Weights below this are drawn faint. */
const faintBelow = 0.04;

function wingMarks(row: ArrayLike<number>, focus: number, place: Place): readonly SvgMark[] {
  const { centres, facing, base, total, limit } = place;
  if (!Array.from(row).every(Number.isFinite)) return [];
  const profile = facing === 'up' || facing === 'down' ? 'dome' : 'lane';
  const arches = layoutArches(row, focus, centres, { profile, total, rise: limit * 0.8, limit });
  return [
    ...arches.strands.map((strand) =>
      path(archPath(strand, facing, base), {
        stroke: 'weight',
        width: strand.drawn,
        opacity: (row[strand.key] ?? 0) < faintBelow ? 0.4 : 1,
      }),
    ),
    path(pinPath(arches.pin, facing, base), { fill: 'weight', opacity: 0.8 }),
  ];
}

export const wingsOf = ({ focus, upperRow, lowerRow }: Rows, above: Place, below: Place) => [
  ...wingMarks(upperRow, focus, above),
  ...(lowerRow ? wingMarks(lowerRow, focus, below) : []),
];

/** A small one for a strip: its words are dots. */
export function smallButterfly(rows: Rows, width: number, height: number): readonly SvgMark[] {
  const n = rows.upperRow.length;
  const centres = Array.from({ length: n }, (_, i) => ((i + 0.5) * width) / n);
  const middle = height / 2;
  const half = { centres, total: width * 0.16, limit: middle - 5 };
  const marks = wingsOf(
    rows,
    { ...half, facing: 'up', base: middle - 3 },
    { ...half, facing: 'down', base: middle + 3 },
  );
  const dots = centres.map((x, i) => dot(x, middle, 1.1, i === rows.focus ? 'query' : 'ink'));
  return [...marks, ...dots];
}
