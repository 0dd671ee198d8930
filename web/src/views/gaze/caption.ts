import { percent } from '../../state/format';
import { argmax } from '../../state/vector';
import { wordName, wordNameFirst } from '../../state/word-names';
import { msg } from '../../words/msg';
import type { Rows } from './row';

/** Weights that differ less than so many times are called alike. */
const alike = 1.5;

/** The keys by their weight, the largest first. */
export const ranked = (row: Float32Array): readonly number[] =>
  [...row.keys()].sort((a, b) => (row[b] ?? 0) - (row[a] ?? 0));

/** A neighbour of the word that is looked at most, which gets less than half as much; −1 where there is none. */
function neglected(row: Float32Array, best: number, token: number): number {
  const beside = [best + 1, best - 1].filter(
    (i) => i >= 0 && i < row.length && i !== token && (row[i] ?? 0) < (row[best] ?? 0) / 2,
  );
  return beside.sort((a, b) => (row[a] ?? 0) - (row[b] ?? 0))[0] ?? -1;
}

/** What the word in focus sees, and where the likeness with the eye ends. */
export function captionOf({ trace, token, count, of }: Rows): string {
  const { tokens } = trace.encoding;
  const row = of(token);
  const name = (i: number) => (i === token ? msg`itself` : wordName(tokens, i));
  const share = (i: number) => percent(row[i] ?? 0);
  const best = argmax(row);
  if (count < 2)
    return msg`${wordNameFirst(tokens, token)} is the only word: all of its attention is on itself.`;
  if ((row[best] ?? 0) < alike / count)
    return msg`${wordNameFirst(tokens, token)} spreads its attention almost evenly over all ${count} words, ${share(best)} at most: this row has no fovea.`;
  const looks = msg`${wordNameFirst(tokens, token)} gives ${share(best)} of its attention to ${name(best)}`;
  const beside = neglected(row, best, token);
  if (beside < 0) return msg`${looks}; the weights of all ${count} words add up to 1.`;
  return msg`${looks} and ${share(beside)} to ${wordName(tokens, beside)}, right beside it: unlike the eye, a head gains nothing from being close.`;
}

/** The same for a live region. */
export function speechOf({ trace, token, layer, head, of }: Rows): string {
  const { tokens } = trace.encoding;
  const row = of(token);
  const order = ranked(row);
  const [told, rest] = [order.slice(0, 3), order.slice(3)];
  const most =
    rest[0] === undefined ? '' : msg`, ${rest.length} more at most ${percent(row[rest[0]] ?? 0)}`;
  const words = told.map((i) => `${wordName(tokens, i)} ${percent(row[i] ?? 0)}`);
  return msg`Layer ${layer + 1}, head ${head + 1}. ${wordNameFirst(tokens, token)} sees ${words.join(', ')}${most}.`;
}
