import type { Run } from '../../model/protocol';
import type { State } from '../state';
import { sameRun } from './run-text';

/** Most runs that can be gone back to. */
const longest = 200;

export const runOf = ({ structure, changes }: State): Run => ({ structure, changes });

/** Another run. All that happens during one drag counts as one step of the history. */
export function withRun(state: State, run: Run, live: boolean): State {
  if (sameRun(run, runOf(state))) return state.live === live ? state : { ...state, live };
  const past = state.live ? state.past : [...state.past, runOf(state)].slice(-longest);
  return { ...state, ...run, past, future: [], live };
}

export function undone(state: State): State {
  const run = state.past.at(-1);
  if (!run) return state;
  const past = state.past.slice(0, -1);
  return { ...state, ...run, past, future: [...state.future, runOf(state)], live: false };
}

export function redone(state: State): State {
  const run = state.future.at(-1);
  if (!run) return state;
  const future = state.future.slice(0, -1);
  return { ...state, ...run, past: [...state.past, runOf(state)], future, live: false };
}
