import type { Trace } from '../../model/trace';
import { fine, signed } from '../../state/format';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import type { StepContext } from '../kit/step-context';
import type { Caption } from '../view';
import { type AtDistance, farthest, type Move, type Table, turned, widest } from './numbers';
import { differenceOf } from './twin';

/** What 32-bit numbers lose. */
const noise = 1e-3;

function products(distances: readonly AtDistance[], { by }: Move): string {
  const at = distances[by];
  if (!at) return '';
  const most = widest(distances);
  return most < noise
    ? msg`The product of two rows depends only on how far apart their positions are: ${signed(at.mean, 1)} at a distance of ${by}, wherever they stand.`
    : msg`The product of two rows depends on where they stand: at a distance of ${by} it is between ${signed(at.low, 1)} and ${signed(at.high, 1)}.`;
}

function moves({ waves, rows }: Table, { from, by }: Move): string {
  const [row, there] = [rows[from], rows[from + by]];
  if (!waves || !row || !there) return '';
  const lost = farthest(turned(row, by), there);
  return msg`Moving on by ${by} turns each pair of numbers by its own angle: position ${from}, turned, is position ${from + by} to within ${fine(lost)}.`;
}

function twins(m: StepContext, other: Trace | null): string {
  if (!other) return msg`There is no other sentence to compare with.`;
  const rows = differenceOf(m, other, 'embedding.positions');
  const words = differenceOf(m, other, 'embedding.tokens');
  const positions =
    rows.most === 0
      ? msg`In the other sentence the position rows are the same, number by number.`
      : msg`In the other sentence the position rows differ by up to ${signed(rows.most)}.`;
  const name = wordName(other.encoding.tokens, words.place);
  const embeddings =
    words.most === 0
      ? msg`Its words are the same.`
      : msg`The embedding of ${name} at position ${words.place} differs by up to ${signed(words.most)}.`;
  return `${positions} ${embeddings}`;
}

export const captionOf = (
  m: StepContext,
  table: Table,
  distances: readonly AtDistance[],
  move: Move,
  other: Trace | null,
): Caption => [
  [products(distances, move), moves(table, move)].filter(Boolean).join(' '),
  twins(m, other),
];
