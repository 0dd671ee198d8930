import type { DecodeAnswer } from '../../relatives/protocol';
import { msg } from '../../words/msg';
import { headsOf, namedWord, saidIn } from '../kit/decoded/words';
import { departures, stepAt, usualPlace } from '../kit/decoded/writing';
import type { Question } from '../kit/question';
import { lookedAt } from './caption';

/**
 * Where the heads of the last layer look as the pronoun is replaced: at what is copied, or at the
 * pronoun. Null where no word of the sentence stands in place of one other, or as many look at each.
 */
export function headsQuestion(answer: DecodeAnswer): Question | null {
  const read = answer.source?.tokens ?? [];
  const place = usualPlace(answer);
  const word = stepAt(answer, place)?.token ?? '';
  const [exchanged] = departures(
    read,
    answer.steps.map(({ token }) => token),
  );
  const [pronoun, ...more] = exchanged?.from.map((i) => read[i] ?? '') ?? [];
  if (pronoun === undefined || more.length > 0 || !read.includes(word)) return null;
  const { layers, heads } = answer.model;
  const count = (layer: number, token: string) =>
    headsOf(answer.model).filter(
      (at) => at.layer === layer && read[lookedAt(answer, place, at)] === token,
    ).length;
  const last = layers - 1;
  const [there, atPronoun] = [count(last, word), count(last, pronoun)];
  if (there === atPronoun) return null;
  const names = [namedWord(word), namedWord(pronoun)] as const;
  const before = Array.from(
    { length: last },
    (_, layer) =>
      msg` In layer ${layer + 1}, ${count(layer, word)} look mostly at ${names[0]} and ${count(layer, pronoun)} at ${names[1]}.`,
  );
  return {
    ...saidIn(read.join(' ')),
    id: 'looked',
    asks: msg`When ${names[0]} is written in place of ${names[1]}, where do more heads of the last layer look: at ${names[0]} in the sentence, or at ${names[1]}?`,
    options: names,
    right: there > atPronoun ? 0 : 1,
    why: msg`Of its ${heads} heads, ${there} look mostly at ${names[0]} and ${atPronoun} at ${names[1]}.${before.join('')}`,
  };
}
