// @vitest-environment happy-dom
import { html, render } from 'lit';
import { expect, it } from 'vitest';
import { drawAlone, isAlone, live, type Moving } from '../../../web/src/render/live';

it('draws what moves alone, and leaves the rest of the page as it is', () => {
  const moving: Moving = [];
  let time = 1;
  let others = 0;
  const alone: boolean[] = [];
  const draw = () => {
    alone.push(isAlone());
    return html`<b>${time}</b>`;
  };
  const page = document.createElement('div');
  const whole = () => render(html`<i>${++others}</i>${live(moving, draw, draw())}`, page);
  whole();
  const element = page.querySelector('b');
  time = 2;
  drawAlone(moving);
  expect(page.textContent).toBe('12');
  expect(page.querySelector('b')).toBe(element);
  moving.length = 0;
  time = 3;
  whole();
  expect(page.textContent).toBe('23');
  expect(page.querySelector('b')).toBe(element);
  expect(alone).toEqual([false, true, false]);
});

it('the next drawing is of the whole page again, even where one part could not be drawn', () => {
  const fails = () => {
    throw new Error('no number');
  };
  expect(() => drawAlone([fails])).toThrow('no number');
  expect(isAlone()).toBe(false);
});
