import { formulaOf } from '../../state/dataflow/graph';
import { waveAt } from '../../state/dataflow/kinds/embedding';
import { readSettings } from '../../state/settings';
import type { StepContext } from '../kit/step-context';

/** The rows that positions have, one for each place. */
export interface Table {
  /** Of sines and cosines, also of places after the end of the text. */
  readonly waves: boolean;
  readonly rows: readonly Float32Array[];
}

/** So many places of a table of waves are shown; the text's own where it is longer, up to twice as many. */
const usual = 64;

export function tableOf(m: StepContext): Table {
  const waves = formulaOf(m.graph, 'embedding.positions', 'position').sinusoidal;
  const known = Math.min(m.tokens.length, 2 * usual);
  const most = Math.min(m.model.config.max_position_embeddings, usual);
  const count = waves ? Math.max(known, most) : known;
  const rows = Array.from({ length: count }, (_, place) =>
    place < known
      ? m.trace.row('embedding.positions', place)
      : Float32Array.from({ length: m.dModel }, (_, j) => waveAt(place, j, m.dModel)),
  );
  return { waves, rows };
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

/** The product of every two rows. */
export const productsOf = ({ rows }: Table): Float32Array =>
  Float32Array.from(rows.flatMap((a) => rows.map((b) => dot(a, b))));

/** The products of all pairs that are so far apart. */
export interface AtDistance {
  readonly low: number;
  readonly mean: number;
  readonly high: number;
}

/** By distance, from 0. */
export function byDistance({ rows }: Table, products: Float32Array): readonly AtDistance[] {
  const n = rows.length;
  return rows.map((_, distance) => {
    const pairs = Array.from(
      { length: n - distance },
      (_, i) => products[i * n + i + distance] ?? 0,
    );
    const mean = pairs.reduce((sum, x) => sum + x, 0) / pairs.length;
    return { low: Math.min(...pairs), mean, high: Math.max(...pairs) };
  });
}

/** How far products of pairs at one distance are from one another, at most. */
export const widest = (distances: readonly AtDistance[]): number =>
  Math.max(...distances.map(({ low, high }) => high - low));

/** By how much a pair of numbers turns from one place to the next, in radians. */
export const turnOf = (pair: number, d: number): number => 10000 ** ((-2 * pair) / d);

/** A row moved on by so many places: each pair of its numbers turned by so many times its angle. */
export function turned(row: Float32Array, by: number): Float32Array {
  const moved = row.slice();
  for (let pair = 0; 2 * pair + 1 < row.length; pair++) {
    const angle = by * turnOf(pair, row.length);
    const [sin, cos] = [row[2 * pair] ?? 0, row[2 * pair + 1] ?? 0];
    moved[2 * pair] = sin * Math.cos(angle) + cos * Math.sin(angle);
    moved[2 * pair + 1] = cos * Math.cos(angle) - sin * Math.sin(angle);
  }
  return moved;
}

/** The largest difference of two rows. */
export function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs((a[i] ?? 0) - (b[i] ?? 0)));
  return most;
}

/** The place moved from, and by how many places; both inside the table. */
export interface Move {
  readonly from: number;
  readonly by: number;
}

/** Under which the settings hold by how many places the reader moves. */
export const moveSetting = 'move';

export const mostMoved = 24;

export function moveOf(m: StepContext, { rows }: Table): Move {
  const from = Math.min(m.focus, rows.length - 2);
  const wanted = Number(readSettings(m.state.settings).get(moveSetting) ?? 3);
  const most = Math.min(mostMoved, rows.length - 1 - from);
  return { from, by: Math.max(1, Math.min(most, Math.round(wanted) || 1)) };
}

/** Pairs of numbers that are drawn: fast ones first. */
export function pairsOf(d: number, count: number): readonly number[] {
  const wanted = [0, 4, 8, 16, 32, 48].map((pair) => Math.round((pair * d) / 128));
  return [...new Set(wanted)].filter((pair) => 2 * pair + 1 < d).slice(0, count);
}
