// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { moveRadio } from '../../../web/src/widgets/keys';

/** What a key chooses of four buttons of which the second is chosen, and which one then has the focus. */
function press(key: string, chosen = 1) {
  document.body.innerHTML = `<div>${'<button role="radio"></button>'.repeat(4)}</div>`;
  const group = document.querySelector('div') as HTMLElement;
  let choice: number | null = null;
  group.addEventListener('keydown', (event) => {
    moveRadio(event, chosen, 4, (index) => {
      choice = index;
    });
  });
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  group.dispatchEvent(event);
  const focused = [...group.children].indexOf(document.activeElement as Element);
  return { choice, focused, prevented: event.defaultPrevented };
}

it.each([
  ['ArrowRight', 1, 2],
  ['ArrowDown', 1, 2],
  ['ArrowLeft', 1, 0],
  ['ArrowUp', 1, 0],
  ['ArrowRight', 3, 0],
  ['ArrowLeft', 0, 3],
])('%s goes from %i to %i, and the focus with it', (key, from, to) => {
  expect(press(key, from)).toEqual({ choice: to, focused: to, prevented: true });
});

it('leaves other keys alone', () => {
  expect(press('Tab')).toEqual({ choice: null, focused: -1, prevented: false });
});
