import type { Dispatch } from './actions';
import type { State } from './state';
import { goOn, openChapter } from './tour/walk';

export const isLesson = ({ lesson }: Pick<State, 'lesson'>): boolean => lesson !== 'off';

/** A step on or back; in the tour the answer, then the next chapter. */
export function present(state: State, dispatch: Dispatch, by: 1 | -1): void {
  if (!state.tour) dispatch({ type: 'step', by });
  else if (by > 0) goOn(state, dispatch);
  else openChapter(state, dispatch, state.tour.chapter - 1);
}

export function leaveLesson(dispatch: Dispatch): void {
  dispatch({ type: 'choose', choice: { lesson: 'off' } });
}

export function turnCaptions({ lesson }: State, dispatch: Dispatch): void {
  dispatch({ type: 'choose', choice: { lesson: lesson === 'captions' ? 'on' : 'captions' } });
}

/** What a presenter's remote sends, and what stands for it on a keyboard. */
const keys: Readonly<Record<string, (state: State, dispatch: Dispatch) => void>> = {
  ' ': (state, dispatch) => present(state, dispatch, 1),
  ArrowRight: (state, dispatch) => present(state, dispatch, 1),
  PageDown: (state, dispatch) => present(state, dispatch, 1),
  ArrowLeft: (state, dispatch) => present(state, dispatch, -1),
  PageUp: (state, dispatch) => present(state, dispatch, -1),
  c: turnCaptions,
};

/** Does what a key means in a lesson; false for a key that means nothing there, or outside one. */
export function presentByKey(key: string, state: State, dispatch: Dispatch): boolean {
  const act = isLesson(state) && Object.hasOwn(keys, key) ? keys[key] : undefined;
  act?.(state, dispatch);
  return act !== undefined;
}
