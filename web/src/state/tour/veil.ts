import type { State } from '../state';
import { answerOf } from './progress';

/**
 * Whether a chapter of the tour waits for a guess. Until then nothing on the page may give its answer
 * away: pictures show the words and empty places, captions, numbers and the model's guess are left out.
 */
export function awaitsGuess({ tour }: Pick<State, 'tour'>): boolean {
  return tour !== null && answerOf(tour) === null;
}
