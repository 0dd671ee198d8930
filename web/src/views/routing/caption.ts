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

/** What two pictures show, before anything has been exchanged. */
export function standing(
  m: FigureContext,
  part: Part,
  matrix: Matrix | null,
  place: Place,
): string {
  const n = m.trace.encoding.tokens.length;
  const size = matrix
    ? msg`${matrix.inputs} × ${matrix.outputs} weights found by training, the ${drawnWeights} largest drawn`
    : msg`weights found by training`;
  return msg`Left: the ${msg(part)} matrix of layer ${place.layer + 1}, head ${place.head + 1}: ${size}. Right: the same head’s attention, ${n} × ${n} weights computed from this sentence.`;
}

/** What the exchange has changed on either side. */
export function exchanged(
  m: FigureContext,
  before: Before,
  matrix: Matrix | null,
  place: Place,
): string {
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
    ? msg`${what}: on the left, ${many(left.count)} of ${many(left.of)} weights changed; on the right, ${many(right.count)} of ${many(right.of)}, by more than ${least}.`
    : msg`${what}: on the right, ${many(right.count)} of ${many(right.of)} weights changed, by more than ${least}.`;
  if (right.count === 0) return counted;
  const most = msg`Largest change: the weight from ${wordName(tokens, query)} to ${wordName(tokens, key)}, from ${weight(was[right.at] ?? 0)} to ${weight(now[right.at] ?? 0)}.`;
  return `${counted} ${most}`;
}
