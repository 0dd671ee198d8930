import type { State } from '../state';
import { answerOf } from './progress';

/**
 * Whether a chapter of the tour waits for a guess. Until then nothing on the page may give its answer
 * away: pictures show what the step begins from and empty places for what it computes; captions, numbers
 * in words and the model's guess are left out.
 */
export function awaitsGuess({ tour }: Pick<State, 'tour'>): boolean {
  return tour !== null && answerOf(tour) === null;
}
