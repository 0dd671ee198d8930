import { lossOf, shownLoss } from '../../state/loss';
import type { State } from '../../state/state';
import { wordName } from '../../state/word-names';
import { msg } from '../../words/msg';

/** What the open model's gradients are of, in words; why there are none; or nothing yet. */
export function lossText(state: State): string {
  const loss = lossOf(state);
  if (loss === null || typeof loss === 'string') return loss ?? '';
  const { token, piece } = shownLoss(state);
  return msg`predicting “${piece}” at ${wordName(state.trace?.encoding.tokens ?? [], token)}`;
}
