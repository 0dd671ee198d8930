import type { Outcome } from '../../model/protocol';
import { fine, signed, weight } from '../../state/format';
import { msg, msgParts } from '../../words/msg';
import { type AskedNumber, type Told, tell } from '../kit/derivation';
import { gains } from './runs';

/** The word looked at, and what the model itself predicts there. */
export interface Subject {
  readonly token: number;
  readonly piece: number;
  readonly answer: string;
  readonly word: string;
}

export const lossOf = (probability: number): number => -Math.log(probability);

export function ownText(
  { word }: Subject,
  own: readonly number[],
  gained: readonly number[],
  gain: number,
): Told {
  const asked = (values: readonly number[], key: string, layer: number): AskedNumber => ({
    text: signed(values[layer] ?? Number.NaN),
    key: `${key} ${layer}`,
  });
  const after = asked(own, 'own', own.length - 1);
  const afterFirst = asked(own, 'own', Math.min(1, own.length - 1));
  if (gain === 1 || gained.length < 2)
    return tell(
      msgParts`After the last layer the vector of ${word} has the cosine ${after} to what it began as; after the first, ${afterFirst}.`,
    );
  const [end, first] = [asked(gained, 'gained', gained.length - 1), asked(gained, 'gained', 1)];
  return tell(
    gain === 0
      ? msgParts`After the last layer the vector of ${word} has the cosine ${after} to what it began as; with no path it is ${end}, and ${first} after the first layer alone, against ${afterFirst}.`
      : msgParts`After the last layer the vector of ${word} has the cosine ${after} to what it began as; with a gain of ${weight(gain, 1)} it is ${end}, and ${first} after the first layer alone, against ${afterFirst}.`,
  );
}

export function predictionText(
  { answer, word }: Subject,
  outcomes: readonly Outcome[],
  vocabulary: readonly string[],
  at: number,
): Told {
  const now = outcomes[at];
  const own = outcomes.at(-1);
  if (!now || !own || outcomes.length < gains.length)
    return [
      msg`Running the text with ${gains.length} gains: ${outcomes.length} of them are there.`,
    ];
  const held = gains.filter((_, i) => vocabulary[outcomes[i]?.best ?? -1] === answer);
  const best = vocabulary[now.best] ?? '';
  const gain = weight(gains[at] ?? 1, 1);
  const ofBest = { text: weight(now.probability), key: 'best' };
  const ofAnswer = { text: weight(now.asked[0] ?? 0), key: 'share' };
  const here =
    best === answer
      ? msgParts`With a gain of ${gain} the model’s guess at ${word} is “${best}” (${ofBest}).`
      : msgParts`With a gain of ${gain} the model’s guess at ${word} is “${best}” (${ofBest}), and “${answer}” has ${ofAnswer}.`;
  const tried =
    held.length > 0 && held.length < gains.length
      ? msg`“${answer}” is its guess with ${held.length} of the ${gains.length} gains tried, the smallest of them ${weight(Math.min(...held), 1)}.`
      : msg`“${answer}” is its guess with ${held.length} of the ${gains.length} gains tried.`;
  return tell(here, [' ', tried]);
}

/** The losses with the path and without it. */
function lossesText(own: number, none: number): Told {
  const [path, bare] = [
    { text: fine(own), key: 'path loss' },
    { text: fine(none), key: 'bare loss' },
  ];
  return tell(
    none > own
      ? msgParts`The loss itself is ${path} with the path and ${bare} without: the model was trained with it.`
      : msgParts`The loss itself is ${path} with the path and ${bare} without.`,
  );
}

export function gradientText(
  path: readonly number[],
  without: readonly number[],
  { answer, word }: Subject,
  outcomes: readonly Outcome[],
): Told {
  if (path.length === 0 || without.length === 0)
    return [msg`Going back through the layers, with the path and without it.`];
  const asked = (key: string, x: readonly number[]) =>
    [
      { text: fine(x[0] ?? 0), key: `${key} 0` },
      { text: fine((x[0] ?? 0) / (x.at(-1) ?? 1)), key: `${key} times` },
    ] as const;
  const [[a, times], [b, timesWithout]] = [asked('path', path), asked('bare', without)];
  const [own, none] = [outcomes[gains.length - 1], outcomes[0]].map((each) =>
    lossOf(each?.asked[0] ?? Number.NaN),
  ) as [number, number];
  return tell(
    msgParts`Of predicting “${answer}” at ${word}: with the path ${a} arrives at the words, ${times} times what leaves the last layer; without it ${b}, ${timesWithout} times.`,
    outcomes.length < gains.length ? [' '] : [' ', lossesText(own, none), ' '],
    [msg`How gradients fare in deep, untrained stacks is the question of “gradients”.`],
  );
}
