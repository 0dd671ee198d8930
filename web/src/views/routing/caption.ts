import { weight } from '../../state/format';
import { wordName } from '../../state/word-names';
import { grouped } from '../../words/language';
import { msg } from '../../words/msg';
import type { FigureContext } from '../kit/hosted-figure';
import {
  changed,
  drawnWeights,
  leastChange,
  type Matrix,
  type Part,
  type Place,
  weightsOf,
} from './numbers';

/** What stood there before one word was exchanged: the trace, and a copy of the matrix. */
export interface Before {
  readonly trace: FigureContext['trace'];
  readonly matrix: Float32Array | null;
}

/** How many of all. */
const many = (count: number): string => (count === 0 ? msg`none` : grouped(count));

/** The words that differ, as they stand in both sentences. */
function exchange(m: FigureContext, before: FigureContext['trace']): string {
  const now = m.trace.encoding.tokens;
  const was = before.encoding.tokens;
  const places = now.flatMap(({ piece }, i) => (piece === was[i]?.piece ? [] : [i]));
  const [at] = places;
  if (at === undefined || places.length > 1) return msg`The sentence changed`;
  return msg`“${was[at]?.piece}” became “${now[at]?.piece}”`;
}

/** A sentence, and what may be read after it. */
export type Caption = readonly [happens: string, more: string];

/** What two pictures show, before anything has been exchanged. */
export function standing(
  m: FigureContext,
  part: Part,
  matrix: Matrix | null,
  place: Place,
): Caption {
  const n = m.trace.encoding.tokens.length;
  const { layer, head } = place;
  const sizes = matrix
    ? msg`${matrix.inputs} × ${matrix.outputs} weights on the left, of which the ${drawnWeights} largest are drawn; ${n} × ${n} on the right.`
    : '';
  return [
    msg`On the left, the ${msg(part)} matrix of layer ${layer + 1}, head ${head + 1}, found by training; on the right, the same head’s attention, computed from this sentence.`,
    sizes,
  ];
}

/** What the exchange has changed on either side. */
export function exchanged(
  m: FigureContext,
  before: Before,
  matrix: Matrix | null,
  place: Place,
): Caption {
  const { tokens } = m.trace.encoding;
  const n = tokens.length;
  const now = weightsOf(m.trace, place);
  const was = weightsOf(before.trace, place);
  const right = changed(was, now, leastChange);
  const [query, key] = [Math.floor(right.at / n), right.at % n];
  const left = matrix && before.matrix && changed(before.matrix, matrix.data, 0);
  const what = exchange(m, before.trace);
  const least = weight(leastChange, 2);
  const counted = left
    ? msg`${what}: on the left, ${many(left.count)} of ${many(left.of)} weights changed; on the right, ${many(right.count)} of ${many(right.of)}.`
    : msg`${what}: on the right, ${many(right.count)} of ${many(right.of)} weights changed.`;
  const rule = msg`Counted is what changed by more than ${least}.`;
  if (right.count === 0) return [counted, rule];
  const most = msg`Largest change: the weight from ${wordName(tokens, query)} to ${wordName(tokens, key)}, from ${weight(was[right.at] ?? 0)} to ${weight(now[right.at] ?? 0)}.`;
  return [counted, `${most} ${rule}`];
}
