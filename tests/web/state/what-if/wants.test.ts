import { expect, it } from 'vitest';
import { initialState, reduce } from '../../../../web/src/state/reduce';
import { wantsOf } from '../../../../web/src/state/what-if/wants';
import { makeModel, makeTrace } from '../../fixtures';

it.each(['constructor', 'toString', '__proto__', 'nope'])(
  'a view called %s wants nothing',
  (view) => {
    const start = initialState({ sentence: 'a b', view });
    const state = reduce(start, { type: 'model', model: makeModel(), trace: makeTrace('a b') });
    expect(wantsOf(state)).toEqual({ traces: [], asks: [] });
  },
);
