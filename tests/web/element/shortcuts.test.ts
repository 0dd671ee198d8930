import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../web/src/element/shortcuts';
import { initialState } from '../../../web/src/state/reduce';
import { whole } from '../../../web/src/state/timeline';

const state = initialState({ head: 2, token: 5 });

describe('keys', () => {
  it.each([
    [' ', { type: 'play', playing: true }],
    ['ArrowRight', { type: 'step', by: 1 }],
    ['ArrowLeft', { type: 'step', by: -1 }],
    ['Home', { type: 'seek', time: whole.begin }],
    ['l', { type: 'loop', loop: true }],
    [']', { type: 'head', head: 3 }],
    ['m', { type: 'mask', token: 5 }],
    ['?', 'keys'],
  ])('"%s" does what the help says', (key, outcome) => {
    expect(outcomeOf(key, state)).toEqual(outcome);
  });

  it.each(['a', 'Tab', 'F5', 'constructor', '__proto__', 'PageDown'])('%s is left alone', (key) => {
    expect(outcomeOf(key, state)).toBeNull();
  });

  it('Escape closes what was asked first, and then the tour', () => {
    const tour = { chapter: 3, guess: null, shown: false };
    const touring = { ...state, tour };
    const cell = { name: 'output', index: [0, 0] };
    const close = (from: typeof touring) => outcomeOf('Escape', from);
    expect(close({ ...touring, trail: [cell] })).toEqual({ type: 'cell', cell: null });
    expect(close({ ...touring, why: 2 })).toEqual({ type: 'why', key: null });
    expect(close(touring)).toEqual({ type: 'choose', choice: { tour: null } });
  });
});
