import type { DecodeAnswer } from '../../relatives/protocol';
import { percent } from '../../state/format';
import { argmax } from '../../state/vector';
import { msg } from '../../words/msg';
import {
  crossRow,
  type HeadOf,
  headsOf,
  isMark,
  nameAt,
  namedWord,
  phrase,
  saidIn,
} from '../kit/decoded/words';
import { departures, stepAt, usualPlace } from '../kit/decoded/writing';
import type { Question } from '../kit/question';

const writtenIn = ({ steps }: DecodeAnswer): readonly string[] => steps.map(({ token }) => token);
const readIn = ({ source }: DecodeAnswer): readonly string[] => source?.tokens ?? [];

/** The word of the source that a place looks at most, in one head. */
export function lookedAt(answer: DecodeAnswer, place: number, at: HeadOf): number {
  const step = stepAt(answer, place);
  return step ? argmax(crossRow(answer, step, at)) : 0;
}

/** How many words that stand in the sentence look most at themselves there. */
export function copies(
  answer: DecodeAnswer,
  at: HeadOf,
): { readonly of: number; readonly all: number } {
  const read = readIn(answer);
  const places = answer.steps.flatMap(({ token, position }) =>
    !isMark(token) && read.includes(token) ? [position + 1] : [],
  );
  const own = places.filter(
    (place) => read[lookedAt(answer, place, at)] === writtenIn(answer)[place - 1],
  );
  return { of: own.length, all: places.length };
}

/** In how many heads the place looks most at the word that is written there. */
export function headsThatCopy(answer: DecodeAnswer, place: number): readonly HeadOf[] {
  const word = writtenIn(answer)[place - 1];
  return headsOf(answer.model).filter((at) => readIn(answer)[lookedAt(answer, place, at)] === word);
}

/** What the head does at a place. */
export function captionOf(answer: DecodeAnswer, place: number, at: HeadOf): string {
  const step = stepAt(answer, place);
  if (!step) return '';
  const row = crossRow(answer, step, at);
  const best = argmax(row);
  const read = nameAt(readIn(answer), best);
  return msg`When it writes ${nameAt(writtenIn(answer), place - 1)}, this head looks mostly at ${read} in the sentence (${percent(row[best] ?? 0)}).`;
}

/** What stands in place of a pronoun, and where the pronoun’s places look. */
function exchangeText(answer: DecodeAnswer, at: HeadOf): string {
  const [first] = departures(readIn(answer), writtenIn(answer));
  if (!first || first.from.length === 0 || first.to.length === 0)
    return msg`No word was replaced here.`;
  const was = phrase(first.from.map((i) => readIn(answer)[i] ?? ''));
  const is = phrase(first.to.map((i) => writtenIn(answer)[i] ?? ''));
  const last = (first.to.at(-1) ?? 0) + 1;
  const looks = nameAt(readIn(answer), lookedAt(answer, last, at));
  return msg`Instead of ${was} it wrote ${is}, looking mostly at ${looks}.`;
}

/** What it wrote in place of other words, and what the head does on the whole. */
export function aboutOf(answer: DecodeAnswer, at: HeadOf): string {
  const { of, all } = copies(answer, at);
  return [
    exchangeText(answer, at),
    msg`In this head, ${of} of the ${all} copied words look mostly at themselves in the sentence.`,
  ].join(' ');
}

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
  const { layers } = answer.model;
  const count = (layer: number, token: string) =>
    headsOf(answer.model).filter(
      (at) => at.layer === layer && read[lookedAt(answer, place, at)] === token,
    ).length;
  const last = layers - 1;
  const [there, atPronoun] = [count(last, word), count(last, pronoun)];
  if (there === atPronoun) return null;
  const names = [namedWord(word), namedWord(pronoun)] as const;
  const turned = last > 0 && there > atPronoun && count(0, word) < count(0, pronoun);
  return {
    ...saidIn(read.join(' ')),
    id: 'looked',
    asks: msg`When ${names[0]} is written in place of ${names[1]}, where do more heads of the last layer look: at ${names[0]} in the sentence, or at ${names[1]}?`,
    options: names,
    right: there > atPronoun ? 0 : 1,
    why: [
      msg`${there} of its heads look mostly at ${names[0]}, ${atPronoun} at ${names[1]}.`,
      turned ? msg`In layer 1, more still look at ${names[1]}.` : '',
    ].join(' '),
  };
}
