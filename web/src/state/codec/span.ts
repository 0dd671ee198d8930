import type { State } from '../state';
import { clampTime, type Span, spanOf } from '../timeline';

/** What the figure of a state's view plays where it stands alone; its time counts from the begin. */
export function figureSpan({ view, span, film }: Pick<State, 'view' | 'span' | 'film'>): Span {
  return (film ? null : spanOf(view)) ?? span;
}

/** The time of a state as its own figure counts it, to two decimals. */
export function figureTime(state: State): number {
  const span = figureSpan(state);
  return Number((clampTime(state.time, span) - span.begin).toFixed(2));
}
