// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { initialState } from '../../../web/src/state/reduce';
import { whole } from '../../../web/src/state/timeline';
import { belongsElsewhere, outcomeOf } from '../../../web/src/widgets/shortcuts';

const state = initialState({ head: 2, token: 5 });

describe('keys', () => {
  it.each([
    [' ', { type: 'play', playing: true }],
    ['ArrowRight', { type: 'step', by: 1 }],
    ['ArrowLeft', { type: 'step', by: -1 }],
    ['Home', { type: 'choose', choice: { time: whole.begin, playing: false } }],
    ['End', { type: 'choose', choice: { time: whole.end, playing: false } }],
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

  it('go back and on among the runs where there are any', () => {
    const own = { structure: '', changes: [] };
    for (const key of ['z', 'Z', '0', 'b']) expect(outcomeOf(key, state), key).toBeNull();
    const changed = { ...state, structure: 'scale=off', past: [own], future: [own] };
    expect(outcomeOf('z', changed)).toEqual({ type: 'undo' });
    expect(outcomeOf('Z', changed)).toEqual({ type: 'redo' });
    expect(outcomeOf('0', changed)).toEqual({ type: 'run', run: own });
    expect(outcomeOf('b', changed)).toEqual({ type: 'before', shown: true });
    const waiting = { ...changed, tour: { chapter: 1, answers: [0] } };
    for (const key of ['z', 'Z', '0', 'b']) expect(outcomeOf(key, waiting), key).toBeNull();
  });

  it('moves no time that a still view does not show', () => {
    const still = { ...state, view: 'heads' };
    for (const key of [' ', 'ArrowRight', 'ArrowLeft', 'l', 'Home', 'End'])
      expect(outcomeOf(key, still), key).toBeNull();
    expect(outcomeOf(']', still)).toEqual({ type: 'head', head: 3 });
  });

  it('moves no time while the tour waits for a guess', () => {
    const waiting = { ...state, tour: { chapter: 1, answers: [0] } };
    for (const key of [' ', 'ArrowRight', 'End']) expect(outcomeOf(key, waiting), key).toBeNull();
    const answered = { ...state, tour: { chapter: 0, answers: [0] } };
    expect(outcomeOf(' ', answered)).toEqual({ type: 'play', playing: true });
  });

  it('Escape closes what was asked first, and then the tour', () => {
    const tour = { chapter: 3, answers: [] };
    const touring = { ...state, tour };
    const cell = { name: 'output', index: [0, 0] };
    const close = (from: typeof touring) => outcomeOf('Escape', from);
    expect(close({ ...touring, trail: [cell] })).toEqual({ type: 'cell', cell: null });
    expect(close(touring)).toEqual({ type: 'choose', choice: { tour: null } });
  });
});

describe('a key belongs to what has the focus', () => {
  const page = `<button></button><input /><input type="range" /><p tabindex="0"></p>
    <details class="tables"><summary></summary><div tabindex="0"></div></details>`;

  /** Whether the key that is pressed there is left to it. */
  function isLeft(place: string, key: string): boolean {
    document.body.innerHTML = page;
    let left = false;
    document.addEventListener('keydown', (event) => (left = belongsElsewhere(event)), {
      once: true,
    });
    const event = new KeyboardEvent('keydown', { key, bubbles: true, composed: true });
    document.querySelector(place)?.dispatchEvent(event);
    return left;
  }

  it.each(['summary', '.tables div', 'button'])('%s has the keys that move and press', (place) => {
    for (const key of [' ', 'ArrowLeft', 'ArrowRight', 'Home', 'End']) {
      expect(isLeft(place, key), key).toBe(true);
    }
    expect(isLeft(place, 'l')).toBe(false);
  });

  it.each(['ctrlKey', 'metaKey', 'altKey'])('the browser has all keys with %s', (modifier) => {
    const event = new KeyboardEvent('keydown', { key: 'l', [modifier]: true });
    expect(belongsElsewhere(event)).toBe(true);
  });

  it('a slider has the keys that move it', () => {
    expect(isLeft('[type=range]', 'ArrowLeft')).toBe(true);
    expect(isLeft('[type=range]', 'z')).toBe(false);
  });

  it('an input has all of them, a text none', () => {
    expect(isLeft('input', 'l')).toBe(true);
    expect(isLeft('p', ' ')).toBe(false);
  });
});
