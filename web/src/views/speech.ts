import type { State } from '../state/state';
import { localTime, stepAt } from '../state/timeline';
import { attentionView, captionFor, cellCaption } from './attention';

/** What a live region says of the state: it changes when the reader moves, not with each frame. */
export function spoken(state: State): string {
  if (!state.trace) return '';
  const still = { ...state, time: localTime(state) };
  if (state.view === attentionView.id) return cellCaption(still) || captionFor(still);
  return `Step: ${stepAt(state.time, state.span)?.name}, layer ${state.layer + 1}.`;
}
