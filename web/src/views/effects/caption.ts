import { weight } from '../../state/format';
import { type Effects, foremost } from '../../state/what-if/effects';
import { guessText } from '../../state/what-if/reading';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';
import type { StepContext } from '../kit/step-context';
import type { Caption } from '../view';

/** Whether the four ways name one word. */
function agreement({ effects }: Effects): string {
  const firsts = new Set(effects.map(foremost).filter((token) => token !== null));
  return firsts.size === 1
    ? msg`all four measures agree`
    : msg`the four measures disagree: a weight says where a head looks, not what the answer depends on`;
}

/** What the answer becomes without the word that changes it most. */
function largestLoss(m: StepContext, { answer, effects, without }: Effects): string {
  const leftOut = effects.find(({ id }) => id === 'left-out');
  const token = leftOut ? foremost(leftOut) : null;
  const left = token === null ? null : without[token];
  if (token === null || left === null || left === undefined) return '';
  const [before, after] = [weight(answer.probability), weight(left)];
  return before === after
    ? msg`Without any one of the words, “${answer.piece}” stays at ${before}`
    : msg`Leaving out ${wordName(m.tokens, token)} changes the guess most, “${answer.piece}” ${before} → ${after}`;
}

export function captionOf(m: StepContext, found: Effects | null): Caption {
  const word = wordName(m.tokens, m.focus);
  if (!found)
    return [
      msg`There is nothing to explain here: the model predicts no word, or the text has only one.`,
      msg`Choose a model that was trained to guess masked words.`,
    ];
  const reads = msg`At ${word} the model’s guess is ${guessText(found.answer)}. Which word does that depend on?`;
  if (found.waiting > 0) return [reads, msg`Measuring: ${found.waiting} more runs of the model.`];
  const loss = largestLoss(m, found);
  return [loss ? msg`${loss}; ${agreement(found)}.` : reads, ''];
}
