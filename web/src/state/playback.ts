import type { Parameter } from '../model/protocol';
import type { State } from './state';
import { clampTime, isOfTimeline, neighbour, spanOf, viewAt } from './timeline';

export function withParameter(state: State, parameter: Parameter): State {
  return { ...state, parameters: new Map(state.parameters).set(parameter.name, parameter) };
}

/**
 * The stage follows the time. The same state for the same time: a halt of the animation redraws
 * nothing. A view that is not of the timeline stays.
 */
export function withTime(state: State, wanted: number): State {
  const time = clampTime(wanted, state.span);
  if (time === state.time) return state;
  const view = viewAt(state.view, time, state.span);
  return view === state.view ? { ...state, time } : { ...state, time, view, preview: null };
}

/** Where a view is chosen by name, the time goes to the end of what it unfolds. */
export function withView(state: State, view: string): State {
  const span = isOfTimeline(view) ? spanOf(view) : null;
  const inside = span && state.time > span.begin && state.time <= span.end;
  return { ...state, view, preview: null, time: span && !inside ? span.end : state.time };
}

/** A loop goes along to where the reader goes; inside its step it stays as it is. */
export function withSeek(state: State, wanted: number): State {
  const next = withTime(state, wanted);
  const left = next.time < next.until - 1 || next.time > next.until;
  return next.loop && left ? { ...next, until: stepEnd(next) } : next;
}

/** A step on that is asked for while one plays ends that one at once, and plays the next. */
export function withStep(from: State, by: 1 | -1): State {
  const ends = by > 0 && from.playing && from.until === neighbour(from.time, by, from.span);
  const state = ends ? withTime(from, from.until) : from;
  const goal = neighbour(state.time, by, state.span);
  if (by < 0 || state.backward) return { ...withTime(state, goal), playing: false };
  return { ...state, until: goal, playing: goal > state.time };
}

/** The end of the step at hand. */
export const stepEnd = ({ time, span }: State): number => Math.max(span.begin + 1, Math.ceil(time));

/** What goes round plays at once; what no longer does comes to the end of its step. The way back is gone once. */
export function withLoop(state: State, wanted: boolean): State {
  const loop = wanted && !state.backward;
  return loop ? { ...state, loop, playing: true, until: stepEnd(state) } : { ...state, loop };
}

/** Playing starts at the beginning when nothing has been played, and again from the end. */
export function withPlay(state: State, playing: boolean): State {
  const { begin, end } = state.span;
  if (state.backward) {
    const from = playing && state.time <= begin + 1 ? withTime(state, end) : state;
    return { ...from, playing, until: begin + 1 };
  }
  if (state.loop) return { ...state, playing, until: stepEnd(state) };
  const anew = playing && (state.untouched || state.time >= end);
  const from = anew ? withTime(state, begin) : state;
  return { ...from, playing, until: end };
}
