import type { Outcome } from '../../model/protocol';
import { fine, signed, weight } from '../../state/format';
import { msg } from '../../words/msg';
import { gains } from './runs';

/** The word looked at, and what the model itself predicts there. */
export interface Subject {
  readonly token: number;
  readonly piece: number;
  readonly answer: string;
  readonly word: string;
}

export function ownText(
  { word }: Subject,
  own: readonly number[],
  gained: readonly number[],
  gain: number,
): string {
  const last = own.at(-1) ?? Number.NaN;
  const [after, afterFirst] = [signed(last), signed(own[1] ?? last)];
  const [first, end] = [gained[1], gained.at(-1)];
  if (gain === 1 || first === undefined || end === undefined)
    return msg`After the last layer the vector of ${word} has the cosine ${after} to what it began as; after the first, ${afterFirst}.`;
  return gain === 0
    ? msg`After the last layer the vector of ${word} has the cosine ${after} to what it began as; with no path it is ${signed(end)}, and ${signed(first)} after the first layer alone, against ${afterFirst}.`
    : msg`After the last layer the vector of ${word} has the cosine ${after} to what it began as; with a gain of ${weight(gain, 1)} it is ${signed(end)}, and ${signed(first)} after the first layer alone, against ${afterFirst}.`;
}

export function predictionText(
  { answer, word }: Subject,
  outcomes: readonly Outcome[],
  vocabulary: readonly string[],
  at: number,
): string {
  const now = outcomes[at];
  const own = outcomes.at(-1);
  if (!now || !own || outcomes.length < gains.length)
    return msg`Running the text with ${gains.length} gains: ${outcomes.length} of them are there.`;
  const held = gains.filter((_, i) => vocabulary[outcomes[i]?.best ?? -1] === answer);
  const best = vocabulary[now.best] ?? '';
  const gain = weight(gains[at] ?? 1, 1);
  const here =
    best === answer
      ? msg`With a gain of ${gain} the model’s guess at ${word} is “${best}” (${weight(now.probability)}).`
      : msg`With a gain of ${gain} the model’s guess at ${word} is “${best}” (${weight(now.probability)}), and “${answer}” has ${weight(now.asked[0] ?? 0)}.`;
  const tried =
    held.length > 0 && held.length < gains.length
      ? msg`“${answer}” is its guess with ${held.length} of the ${gains.length} gains tried, the smallest of them ${weight(Math.min(...held), 1)}.`
      : msg`“${answer}” is its guess with ${held.length} of the ${gains.length} gains tried.`;
  return `${here} ${tried}`;
}

/** The losses with the path and without it. */
function lossesText(own: number, none: number): string {
  return none > own
    ? msg`The loss itself is ${fine(own)} with the path and ${fine(none)} without: the model was trained with it.`
    : msg`The loss itself is ${fine(own)} with the path and ${fine(none)} without.`;
}

export function gradientText(
  path: readonly number[],
  without: readonly number[],
  { answer, word }: Subject,
  outcomes: readonly Outcome[],
): string {
  const [a, b] = [path[0], without[0]];
  if (a === undefined || b === undefined)
    return msg`Going back through the layers, with the path and without it.`;
  const times = (x: readonly number[]) => fine((x[0] ?? 0) / (x.at(-1) ?? 1));
  const [own, none] = [outcomes[gains.length - 1], outcomes[0]].map(
    (each) => -Math.log(each?.asked[0] ?? Number.NaN),
  ) as [number, number];
  return [
    msg`Of predicting “${answer}” at ${word}: with the path ${fine(a)} arrives at the words, ${times(path)} times what leaves the last layer; without it ${fine(b)}, ${times(without)} times.`,
    ...(outcomes.length < gains.length ? [] : [lossesText(own, none)]),
    msg`How gradients fare in deep, untrained stacks is the question of “gradients”.`,
  ].join(' ');
}
