import { describe, expect, it } from 'vitest';
import type { Action } from '../../../web/src/state/actions';
import { leaveLesson, presentByKey, turnCaptions } from '../../../web/src/state/lesson';
import { initialState } from '../../../web/src/state/reduce';
import type { State } from '../../../web/src/state/state';
import { Store } from '../../../web/src/state/store';

function pressed(key: string, state: State): readonly Action[] {
  const actions: Action[] = [];
  expect(presentByKey(key, state, (action) => actions.push(action))).toBe(actions.length > 0);
  return actions;
}

describe('keys in a lesson', () => {
  const lesson = initialState({ lesson: 'on' });

  it.each([' ', 'ArrowRight', 'PageDown'])('"%s" goes a step on', (key) => {
    expect(pressed(key, lesson)).toEqual([{ type: 'step', by: 1 }]);
  });

  it.each(['ArrowLeft', 'PageUp'])('"%s" goes a step back', (key) => {
    expect(pressed(key, lesson)).toEqual([{ type: 'step', by: -1 }]);
  });

  it('c turns the captions on and off', () => {
    const captions = { type: 'choose', choice: { lesson: 'captions' } };
    expect(pressed('c', lesson)).toEqual([captions]);
    const off = { type: 'choose', choice: { lesson: 'on' } };
    expect(pressed('c', initialState({ lesson: 'captions' }))).toEqual([off]);
  });

  it('mean nothing outside of one', () => {
    for (const key of [' ', 'PageDown', 'c']) expect(pressed(key, initialState())).toEqual([]);
    expect(pressed('constructor', lesson)).toEqual([]);
  });

  it('lead through the tour: the answer, the next chapter, back', () => {
    const at = (answers: readonly (number | null)[]) =>
      initialState({ lesson: 'on', tour: { chapter: 3, answers } });
    const chosen = (key: string, state: State) =>
      pressed(key, state).flatMap((action) => (action.type === 'choose' ? action.choice.tour : []));
    expect(chosen('PageDown', at([]))).toEqual([
      { chapter: 3, answers: [null, null, null, 'seen'] },
    ]);
    expect(chosen('PageDown', at([0, 0, 0, 1]))).toEqual([{ chapter: 4, answers: [0, 0, 0, 1] }]);
    expect(chosen('PageUp', at([]))).toEqual([{ chapter: 2, answers: [] }]);
  });
});

it('keeps its captions as they were set when it is left', () => {
  const store = new Store(initialState({ lesson: 'on' }));
  turnCaptions(store.state, store.dispatch);
  leaveLesson(store.dispatch);
  expect(store.state).toMatchObject({ lesson: 'off', lastLesson: 'captions' });
  expect(initialState().lastLesson).toBe('on');
});
