// @vitest-environment happy-dom
import { html, render } from 'lit';
import { expect, it, vi } from 'vitest';
import { hosted } from '../../../../web/src/views/kit/hosted';

it('an element of another file is drawn anew with its figure, though its properties stay', () => {
  const requestUpdate = vi.fn();
  class Other extends HTMLElement {
    requestUpdate = requestUpdate;
  }
  customElements.define('other-figure', Other);
  const place = document.createElement('div');
  const draw = () => render(html`${hosted('other-figure', { width: 320 })}`, place);
  draw();
  const times = requestUpdate.mock.calls.length;
  draw();
  expect(requestUpdate.mock.calls.length).toBeGreaterThan(times);
  expect(place.querySelector('other-figure')).toMatchObject({ width: 320 });
});
