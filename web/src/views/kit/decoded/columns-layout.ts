import { type Arches, archPath, layoutArches } from '../../../render/arches';

/** Two lists of words side by side: what is read, and what is written. Lengths in CSS pixels. */
export interface Columns {
  readonly width: number;
  readonly height: number;
  readonly row: number;
  /** Right edge of the words read; left edge of those written, and where their arches start. */
  readonly read: number;
  readonly written: number;
  readonly arches: number;
}

const leastRow = 24;
const usualRow = 26;

export function columnsIn(
  width: number,
  rows: number,
  { hasArches, isTight = false }: { hasArches: boolean; isTight?: boolean },
): Columns {
  const row = rows > 20 || isTight ? leastRow : usualRow;
  const words = Math.min(150, Math.max(Math.min(98, width * 0.31), width * 0.27));
  const bow = hasArches ? Math.min(150, Math.max(56, width * 0.2)) : 0;
  return {
    ...{ width, row, height: rows * row + 4 },
    ...{ read: words, written: width - words - bow, arches: width - bow },
  };
}

/** The middle of a row. */
export const middle = ({ row }: Columns, i: number): number => (i + 0.5) * row;

/** A line between a place that is written and a word that is read, as thick as its weight. */
export interface Line {
  readonly key: number;
  readonly width: number;
  readonly d: string;
}

const round = (x: number) => Math.round(x * 10) / 10;

/** Beside its words a line leaves so much room. */
const room = 8;

/** The lines of a place leave it side by side; together they are as thick as a weight of 1. */
export function linesOf(at: Columns, place: number, weights: ArrayLike<number>): readonly Line[] {
  const total = at.row - 4;
  const [x1, x2] = [at.written - room, at.read + room];
  const bend = (x1 - x2) * 0.45;
  let edge = middle(at, place) - total / 2;
  return Array.from({ length: weights.length }, (_, key) => {
    const width = (weights[key] ?? 0) * total;
    const [y1, y2] = [round(edge + width / 2), middle(at, key)];
    edge += width;
    const d = `M${x1} ${y1}C${round(x1 - bend)} ${y1} ${round(x2 + bend)} ${y2} ${x2} ${y2}`;
    return { key, width, d };
  });
}

/** Arches from a place to itself and what is before it; the place itself is the row below those. */
export function archesOf(at: Columns, place: number, weights: ArrayLike<number>): readonly Line[] {
  const all = [...Array.from(weights), 0];
  const centres = all.map((_, i) => middle(at, place - weights.length + i));
  const limit = at.width - at.arches - 6;
  const arches: Arches = layoutArches(all, weights.length, centres, {
    ...{ profile: 'lane', total: at.row - 4, rise: limit * 0.9, limit },
  });
  return arches.strands.map((strand) => ({
    ...{ key: strand.key, width: strand.width },
    d: archPath(strand, 'right', at.arches),
  }));
}
