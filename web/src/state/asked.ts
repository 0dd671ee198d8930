import { type Cell, cell } from './dataflow/cell';
import type { HeadPlace, State } from './state';

/** A row of attention weights: the focus token's, in one head. */
type Row = HeadPlace & Pick<State, 'token'>;

/** The weight that a row gives to a key. */
export const weightCell = ({ layer, head, token }: Row, key: number): Cell =>
  cell(`layers.${layer}.attention.weights`, head, token, key);

/** The key whose weight is asked "why?", where it is one of the row in focus; else null. */
export function askedKey({ trail, layer, head, token }: Row & Pick<State, 'trail'>): number | null {
  const [asked, ...way] = trail;
  const [h, i, key] = asked?.index ?? [];
  if (asked?.name !== `layers.${layer}.attention.weights` || way.length > 0) return null;
  return h === head && i === token && key !== undefined ? key : null;
}

/** The same, also while it waits for the model or the trace. */
export const keyOf = (state: State): number | null => askedKey(state) ?? state.why;

/**
 * What is asked, with the figure as it is drawn: while the reader looks at another head, the question
 * about a weight is that of the same weight there.
 */
export function shownTrail(state: State): readonly Cell[] {
  const key = askedKey(state);
  if (key === null || !state.preview) return state.trail;
  return [weightCell({ ...state, ...state.preview }, key)];
}
