import type { Trace } from '../../model/trace';
import { signedScale } from '../../render/color';
import { formulaOf } from '../../state/dataflow/graph';
import { waveAt } from '../../state/dataflow/kinds/embedding';
import { signed } from '../../state/format';
import { readSettings } from '../../state/settings';
import { dot } from '../../state/vector';
import { traceFor } from '../../state/what-if/answers';
import { otherRequest } from '../../state/what-if/twins';
import { msg } from '../../words/msg';
import { type Frame, label, text, textWidth } from '../kit/frame';
import type { Drawn } from '../kit/product';
import type { Mark, Panel } from '../kit/scene';
import { boundOf, type StepContext } from '../kit/step-context';
import { strip } from '../kit/strip';

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

/** The other sentence as it was run; null until it is there, and where there is none. */
export function otherOf(m: StepContext): Trace | null {
  const request = otherRequest(m.state);
  return request && traceFor(m.state, request);
}

/** The largest difference of the rows of a tensor between two sentences, over the places both have. */
export function differenceOf(m: StepContext, other: Trace, tensor: string) {
  const places = Math.min(m.tokens.length, other.encoding.tokens.length);
  const all = Array.from({ length: places }, (_, place) =>
    farthest(m.trace.row(tensor, place), other.row(tensor, place)),
  );
  const most = Math.max(...all);
  return { most, place: all.indexOf(most) };
}

const height = 14;

/** A place whose words differ, and the rows of both sentences there. */
export function twinMarks(m: StepContext, frame: Frame, top: number, other: Trace): Drawn {
  const { place } = differenceOf(m, other, 'embedding.tokens');
  const side = label(frame, top, {
    name: msg`Two sentences`,
    note: msg`the rows of position ${place} in this one and in the other`,
  });
  const words = [m.trace, other].map(({ encoding }) => encoding.tokens[place]?.piece ?? '');
  const lane = Math.min(110, Math.max(...words.map((word) => textWidth(word, 13, true))) + 16);
  const box = { x: frame.left + lane, width: frame.inner - lane, height };
  const marks: Mark[] = [];
  let y = side.top + 4;
  for (const [tensor, name] of [
    ['embedding.positions', msg`position`],
    ['embedding.tokens', msg`embedding`],
  ] as const) {
    const difference = farthest(m.trace.row(tensor, place), other.row(tensor, place));
    const said = msg`${name}: largest difference ${signed(difference)}`;
    const own = strip(m, tensor, place, 'residual', { ...box, y: y + 18 });
    const there: Panel = {
      ...{ ...own, y: y + 18 + height + 3, data: other.row(tensor, place), lit: [] },
      scale: signedScale('residual', boundOf(m, tensor)),
      label: msg`${name} of “${words[1]}” in the other sentence`,
      ...{ cells: null, tensor, object: undefined },
    };
    marks.push(
      text(box.x, y + 12, said, { shows: { tensor: `${tensor} difference`, token: place } }),
      ...words.map((word, i) =>
        text(box.x - 8, y + 29 + i * (height + 3), word, {
          ...{ anchor: 'end', serif: true, size: 13, tone: 'ink' },
        }),
      ),
      own,
      there,
    );
    y += 18 + 2 * (height + 3) + 8;
  }
  return { marks: [...side.marks, ...marks], bottom: Math.max(y, side.bottom) + 4 };
}
