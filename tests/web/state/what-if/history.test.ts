import { describe, expect, it } from 'vitest';
import type { Action } from '../../../../web/src/state/actions';
import { initialState, reduce } from '../../../../web/src/state/reduce';
import { runOf } from '../../../../web/src/state/what-if/history';

const run = (structure: string, live = false): Action => ({
  type: 'run',
  run: { structure, changes: [] },
  live,
});
const undo: Action = { type: 'undo' };
const redo: Action = { type: 'redo' };

const after = (...actions: readonly Action[]) => actions.reduce(reduce, initialState());
const structureAfter = (...actions: readonly Action[]) => runOf(after(...actions)).structure;

describe('the history of runs', () => {
  it('goes back run by run, and on again', () => {
    const two = [run('scale=off'), run('norm=none')];
    expect(structureAfter(...two, undo)).toBe('scale=off');
    expect(structureAfter(...two, undo, undo)).toBe('');
    expect(structureAfter(...two, undo, undo, undo)).toBe('');
    expect(structureAfter(...two, undo, undo, redo, redo, redo)).toBe('norm=none');
    expect(structureAfter(...two, undo, undo, redo, redo, undo)).toBe('scale=off');
  });

  it('forgets what was undone once something else is changed', () => {
    expect(structureAfter(run('scale=off'), undo, run('norm=none'), redo)).toBe('norm=none');
  });

  it('counts a drag as one step', () => {
    const drag = [run('scale=3', true), run('scale=2', true), run('scale=2')];
    expect(structureAfter(run('norm=pre'), ...drag, undo)).toBe('norm=pre');
    expect(structureAfter(...drag, run('scale=1', true), run('scale=0.5', true), undo)).toBe(
      'scale=2',
    );
  });

  it('stays as it is where nothing changes', () => {
    const state = after(run('scale=off'));
    expect(reduce(state, run('scale=off'))).toBe(state);
    expect(reduce(after(), undo).past).toEqual([]);
  });
});
