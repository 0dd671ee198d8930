import type { State } from '../state';
import { answerOf } from './progress';

/**
 * Whether a chapter of the tour waits for a guess. Until then nothing on the page may give its answer
 * away: pictures show the evidence and "?" or empty places for what is asked; captions, numbers in words
 * and the model's guess are left out.
 */
export function awaitsGuess({ tour }: Pick<State, 'tour'>): boolean {
  return tour !== null && answerOf(tour) === null;
}
