// @vitest-environment happy-dom
import { render } from 'lit';
import { beforeEach, expect, it, vi } from 'vitest';
import { gradientsStyles } from '../../../../web/src/views/kit/depth/styles.css';
import { plotStyles } from '../../../../web/src/views/kit/figure-text.css';
import { plotReader } from '../../../../web/src/views/kit/plot-reader';

const choose = vi.fn();
const hover = vi.fn();
let slider: HTMLElement;

beforeEach(() => {
  choose.mockClear();
  hover.mockClear();
  const plot = {
    box: { x: 0, y: 0, width: 100, height: 50 },
    x: { from: 0, to: 100 },
    y: { from: 0, to: 1 },
    curves: [],
  };
  const stops = [0, 25, 50, 75, 100];
  const reader = plotReader({ plot, label: 'Depth', stops, at: 1, says: '25', choose, hover });
  const room = document.createElement('div');
  document.body.replaceChildren(room);
  render(reader, room);
  slider = room.querySelector('[role=slider]') as HTMLElement;
  slider.getBoundingClientRect = () => new DOMRect(0, 0, 100, 50);
  slider.setPointerCapture = vi.fn();
});

const pointer = (type: string, pointerType: string, clientX: number, buttons = 0) =>
  slider.dispatchEvent(
    Object.assign(new Event(type), { pointerType, clientX, buttons, pointerId: 1 }),
  );

it('a finger chooses where it taps, and as it is dragged', () => {
  pointer('pointerdown', 'touch', 52, 1);
  expect(choose).toHaveBeenLastCalledWith(2);
  expect(slider.setPointerCapture).toHaveBeenCalledWith(1);
  pointer('pointermove', 'touch', 90, 1);
  expect(choose).toHaveBeenLastCalledWith(4);
});

it('a finger does not hover, a mouse does', () => {
  pointer('pointermove', 'touch', 30);
  expect(hover).not.toHaveBeenCalled();
  pointer('pointermove', 'mouse', 30);
  expect(hover).toHaveBeenLastCalledWith(1);
  pointer('pointerleave', 'mouse', 30);
  expect(hover).toHaveBeenLastCalledWith(null);
  expect(choose).not.toHaveBeenCalled();
});

it('leaves it to the browser to scroll up and down', () => {
  expect(plotStyles.cssText).toContain('touch-action: pan-y');
});

it('keys go along, and to the ends', () => {
  const press = (key: string) => slider.dispatchEvent(new KeyboardEvent('keydown', { key }));
  press('ArrowRight');
  expect(choose).toHaveBeenLastCalledWith(2);
  press('End');
  expect(choose).toHaveBeenLastCalledWith(4);
  press('a');
  expect(choose).toHaveBeenCalledTimes(2);
});

it('nothing of the view of gradients moves by itself: it is the same where motion is to be reduced', () => {
  for (const { cssText } of [plotStyles, gradientsStyles])
    expect(cssText).not.toMatch(/transition|animation/);
});
