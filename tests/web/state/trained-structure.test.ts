import { describe, expect, it } from 'vitest';
import type { Trace } from '../../../web/src/model/trace';
import { placeShown, trainedStructure } from '../../../web/src/state/arrivals';
import { initialState, reduce } from '../../../web/src/state/reduce';
import type { State } from '../../../web/src/state/state';
import { makeModel, makeTrace } from '../fixtures';

const trace: Trace = makeTrace('a b');
const opened = (state: State, structure?: string) =>
  reduce(state, { type: 'model', model: makeModel(structure ? { structure } : {}), trace });

describe('a model that was trained in a structure of its own', () => {
  it('says what its config cannot', () => {
    const own = (structure: string) => trainedStructure(makeModel({ structure }));
    expect(own('positions=off,norm=pre,residual=off')).toBe('residual=off');
    expect(own('norm=none,scale=off')).toBe('norm=none,scale=off');
    const whole =
      'positions=on,norm=post,mask=none,scale=on,residual=off,activation=relu,heads=split';
    expect(own(whole)).toBe('residual=off');
    expect(trainedStructure(makeModel())).toBe('');
    expect(trainedStructure(null)).toBe('');
  });

  it('is run in it, and the next model again as that one is', () => {
    const first = opened(initialState({ sentence: 'a b' }), 'residual=off');
    expect(first.structure).toBe('residual=off');
    expect(opened(first).structure).toBe('');
    expect(opened(first, 'scale=off').structure).toBe('scale=off');
  });

  it('is run as the reader says, where they have said it', () => {
    const asked = initialState({ sentence: 'a b', structure: 'mask=causal' });
    expect(opened(asked, 'residual=off').structure).toBe('mask=causal');
  });
});

it('what is under the pointer is shown before what is chosen, within the model and its text', () => {
  const state = { ...opened(initialState({ sentence: 'a b' })), layer: 1, head: 2, token: 5 };
  expect(placeShown({ ...state, preview: null }, trace)).toEqual({ layer: 1, head: 2, focus: 1 });
  const preview = { layer: 0, head: 9 };
  expect(placeShown({ ...state, preview }, trace)).toEqual({ layer: 0, head: 3, focus: 1 });
});
