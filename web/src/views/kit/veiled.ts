import type { State } from '../../state/state';
import { stops } from '../../state/tour/stops';
import { awaitsGuess } from '../../state/tour/veil';
import { type GuessPlace, guessOf } from './question';

type Asked = Pick<State, 'tour' | 'view' | 'settings'>;

/** Whether a chapter of the tour asks beside the figure, which then asks nothing itself. */
export const isChapter = ({ tour, view }: Pick<Asked, 'tour' | 'view'>): boolean =>
  tour !== null && stops[tour.chapter] === view;

/** Whether what is asked about is still hidden: by the chapter of the tour, or by the figure itself. */
export const isVeiled = (state: Asked, place: GuessPlace): boolean =>
  isChapter(state) ? awaitsGuess(state) : guessOf(state, place) === null;
