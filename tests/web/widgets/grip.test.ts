// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../web/src/state/actions';
import { draggedGain, gainText, scaledByDrag } from '../../../web/src/widgets/grip';

describe('a drag', () => {
  it('scales by its way, and halts at 0, 1 and 2', () => {
    expect(draggedGain(1, -30)).toBe(0.5);
    expect(draggedGain(1, 2)).toBe(1);
    expect(draggedGain(1, 58)).toBe(2);
    expect(draggedGain(0.5, -28)).toBe(0);
  });

  it('never turns the sign, and has an end', () => {
    expect(draggedGain(1, -500)).toBe(0);
    expect(draggedGain(1, 500)).toBe(3);
  });
});

it('says what was done', () => {
  expect([0, 1, 0.5, -1, null].map(gainText)).toEqual(['muted', '', '× 0.5', '× −1', 'set']);
});

describe('a drag of the handle', () => {
  const target = { kind: 'head', layer: 0, head: 1 } as const;

  function begin(pointerType = 'mouse') {
    const handle = document.createElement('button');
    const captured: number[] = [];
    handle.setPointerCapture = (id) => void captured.push(id);
    const actions: Action[] = [];
    handle.addEventListener(
      'pointerdown',
      scaledByDrag(target, 1, (action) => void actions.push(action)),
    );
    const send = (type: string, clientY: number, buttons = 1) =>
      handle.dispatchEvent(
        new PointerEvent(type, { pointerId: 7, pointerType, clientX: 0, clientY, buttons }),
      );
    send('pointerdown', 0);
    return { handle, captured, actions, send };
  }

  it('hears the pointer from the press on, however fast it leaves', () => {
    expect(begin().captured).toEqual([7]);
  });

  it('leaves a finger to the page until it has held long', () => {
    expect(begin('touch').captured).toEqual([]);
  });

  it('ends where the button turns out to be up', () => {
    const { handle, actions, send } = begin();
    send('pointermove', -30);
    expect(handle.className).toBe('held');
    send('pointermove', -60, 0);
    send('pointermove', -90, 0);
    expect(handle.className).toBe('');
    expect(actions).toEqual([
      { type: 'change', target, hand: { kind: 'gain', gain: 1.5 }, live: true },
      { type: 'change', target, hand: { kind: 'gain', gain: 1.5 }, live: false },
    ]);
  });
});
