import type { DecodeAnswer } from '../../relatives/protocol';
import { msg } from '../../words/msg';
import { namedWord, saidIn } from '../kit/decoded/words';
import { stepAt, usualPlace } from '../kit/decoded/writing';
import type { Question } from '../kit/question';
import { headsThatCopy } from './caption';

/** In how many heads the pronoun's place looks at what the pronoun means, to be guessed; null where none does it. */
export function headsQuestion(answer: DecodeAnswer): Question | null {
  const place = usualPlace(answer);
  const word = stepAt(answer, place)?.token;
  if (!word || !answer.source?.tokens.includes(word)) return null;
  const { layers, heads } = answer.model;
  const all = layers * heads;
  const found = headsThatCopy(answer, place);
  const layer = (l: number) => found.filter((at) => at.layer === l).length;
  const counts = Array.from({ length: layers }, (_, l) => msg`${layer(l)} in layer ${l + 1}`).join(
    ', ',
  );
  const share = found.length / all;
  return {
    ...saidIn(answer.source.tokens.join(' ')),
    asks: msg`When ${namedWord(word)} is written instead of the pronoun, how many of the ${all} heads look mostly at ${namedWord(word)} in the sentence?`,
    options: [msg`a third or fewer`, msg`up to two thirds`, msg`more`],
    right: share <= 1 / 3 ? 0 : share <= 2 / 3 ? 1 : 2,
    why: msg`${found.length} of ${all} do: ${counts}. The rest look elsewhere.`,
  };
}
