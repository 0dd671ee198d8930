import type { State } from '../state';
import { type Ask, nothingWanted, type Wants } from './ask';
import { trainedReading } from './reading';
import { numbersAsk, switchAsk } from './switch-asks';
import { type Switch, switchOf } from './switches';
import { orderRequests } from './word-order';

/** The asks behind the lines over a number's axis: of the layer, and of all layers. */
export function lineAsks(state: State, of: Switch): readonly Ask[] {
  const piece = of.number ? trainedReading(state)?.id : undefined;
  if (piece === undefined) return [];
  return of.scopes.flatMap((scope) => numbersAsk(state, of, scope, piece) ?? []);
}

/** What the control of the unfolded switch shows beside its values. */
export function unfoldedAsks(state: State): readonly Ask[] {
  const unfolded = switchOf(state.panel.unfolded ?? '');
  if (!unfolded) return [];
  return [switchAsk(state, unfolded) ?? [], lineAsks(state, unfolded)].flat();
}

/** Of the figure that shows what was below what is, with the divisor's axis always open. */
export function whatIfWants(state: State): Wants {
  const divisor = switchOf('scale');
  const ofDivisor = divisor
    ? [switchAsk(state, divisor) ?? [], lineAsks(state, divisor)].flat()
    : [];
  return { traces: orderRequests(state), asks: [...ofDivisor, ...unfoldedAsks(state)] };
}

/** Of the panel beside the picture, where it is open. */
export const panelWants = (state: State): Wants =>
  state.panel.open && state.view !== 'what-if'
    ? { traces: [], asks: unfoldedAsks(state) }
    : nothingWanted;
