import type { DecodeAnswer } from '../../relatives/protocol';
import { percent, weight } from '../../state/format';
import { argmax } from '../../state/vector';
import { msg } from '../../words/msg';
import {
  crossRow,
  endMark,
  type HeadOf,
  hasEnded,
  nameAt,
  namedWord,
  phrase,
  selfRow,
} from '../kit/decoded/words';
import { departures, mostSteps, rowsBefore, stepAt } from '../kit/decoded/writing';

/** Where the place looks, in one head. */
function looks(answer: DecodeAnswer, place: number, at: HeadOf): string {
  const step = stepAt(answer, place);
  if (!step) return '';
  const cross = crossRow(answer, step, at);
  const self = selfRow(answer, step, at);
  const read = nameAt(answer.source?.tokens ?? [], argmax(cross));
  const across = weight(cross[argmax(cross)] ?? 0);
  if (place === 1)
    return msg`With nothing written yet, this head looks across, mostly at ${read} (${across})`;
  const before = nameAt(rowsBefore(answer, place), argmax(self));
  return msg`This head looks across mostly at ${read} (${across}) and back mostly at ${before} (${weight(self[argmax(self)] ?? 0)})`;
}

/** What the place gets. */
function says(answer: DecodeAnswer, place: number): string {
  const step = stepAt(answer, place);
  const [best] = step?.next ?? [];
  if (!step || !best) return '';
  const share = percent(best.probability);
  if (step.id !== best.id)
    return msg`you chose ${namedWord(step.token)}, the model’s first choice is ${namedWord(best.token)}, ${share}`;
  if (place === answer.steps.length && !hasEnded(answer) && answer.steps.length > mostSteps)
    return msg`the most probable word is ${namedWord(best.token)}, ${share}, but writing was stopped here`;
  return best.token === endMark
    ? msg`the end is most probable, ${share}: the sentence is complete`
    : msg`the most probable word is ${namedWord(best.token)}, ${share}`;
}

/** What was written in place of other words, once it is there. */
export function rewrote({ source, steps }: DecodeAnswer, place: number): string {
  const read = source?.tokens ?? [];
  const written = steps.map(({ token }) => token);
  const all = departures(read, written);
  const done = all.filter(
    ({ from, to }) => from.length > 0 && to.length > 0 && (to.at(-1) ?? 0) < place - 1,
  );
  if (all.length === 0 && place === steps.length)
    return msg`It wrote down what it read, word for word.`;
  return done
    .map(({ from, to }) => {
      const [was, is] = [from, to].map((places, i) =>
        phrase(places.map((p) => (i === 0 ? read : written)[p] ?? '')),
      );
      return msg`Where the sentence has ${was}, it wrote ${is}.`;
    })
    .join(' ');
}

/** What happens at a place, in a sentence. */
export const captionOf = (answer: DecodeAnswer, place: number, at: HeadOf): string =>
  msg`${looks(answer, place, at)}; ${says(answer, place)}.`;
