import { windowName } from '../../render/visible-words';
import { divisorText, percent, weight } from '../../state/format';
import { argmax } from '../../state/vector';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import type { StepContext } from '../kit/step-context';
import type { Caption } from '../view';
import { columnSums, divisor, rowSums, scaling, wordsDrawn } from './parts';

/** Sums that are 1 but for what 32-bit numbers lose. */
const isOne = (sum: number): boolean => Math.abs(sum - 1) < 5e-4;

function rows(m: StepContext): string {
  const sums = rowSums(m);
  return sums.every(isOne)
    ? msg`each row adds up to 1`
    : msg`rows add up to between ${weight(Math.min(...sums))} and ${weight(Math.max(...sums))}`;
}

/** What the word looks at most, and what that makes of the last matrix. */
function given(m: StepContext): string {
  const row = m.trace.row(`layers.${m.layer}.attention.weights`, m.head, m.focus);
  const best = argmax(row);
  const [own, share] = [wordName(m.tokens, m.focus), percent(row[best] ?? 0)];
  return best === m.focus
    ? msg`All ${m.tokens.length} words at once: ${own} gives ${share} of its attention to itself, and takes that much of its own row of V.`
    : msg`All ${m.tokens.length} words at once: ${own} gives ${share} of its attention to ${wordName(m.tokens, best)}, and takes that much of that word’s row of V.`;
}

export function captionOf(m: StepContext): Caption {
  const n = m.tokens.length;
  const part = windowName(m.shown);
  const drawn = part && wordsDrawn(m) < n ? ` ${msg`Shown: ${part}.`}` : '';
  const biased = scaling(m).endsWith('b')
    ? ` ${msg`Before the softmax, ALiBi adds b, which lowers a score with every word of distance.`}`
    : '';
  return [
    given(m),
    msg`Every query times every key makes ${n} × ${n} = ${n * n} scores. Each is divided by ${divisorText(divisor(m), m.dK)}; softmax then turns rows into weights, and ${rows(m)}.${biased + drawn}`,
  ];
}

/** The words of the columns that add up to least and to most. */
function ends(m: StepContext, sums: readonly number[]) {
  const name = (i: number) => wordName(m.tokens, m.shown.first + i);
  const [low, high] = [argmax(sums.map((sum) => -sum)), argmax(sums)];
  return { low: name(low), high: name(high), least: sums[low] ?? 0, most: sums[high] ?? 0 };
}

/** Whether the columns add up to 1, and what they add up to. */
export function columnsAnswer(m: StepContext): { readonly one: boolean; readonly said: string } {
  const sums = columnSums(m);
  const { low, high, least, most } = ends(m, sums);
  if (sums.every(isOne)) return { one: true, said: msg`Here they do: each column adds up to 1.` };
  return {
    one: false,
    said: msg`They don’t: they add up to ${weight(least)} for ${low} and to ${weight(most)} for ${high}. Each word has 1 to give; what it gets is up to the others.`,
  };
}
