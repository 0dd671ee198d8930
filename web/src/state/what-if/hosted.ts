import type { State } from '../state';
import { type FigureWants, nothingWanted } from './ask';

/** What a figure of another file has asked for, as long as its view is on the stage. */
export const hostedWants = ({ wanted, view }: State): FigureWants =>
  wanted.view === view ? wanted : nothingWanted;

/** The state as that figure shows it: with its run in place of the reader's own. */
export function shownState(state: State): State {
  const { onShow } = hostedWants(state);
  return onShow ? { ...state, ...onShow } : state;
}
