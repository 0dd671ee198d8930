// @vitest-environment happy-dom
import { render } from 'lit';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../web/src/state/actions';
import { initialState } from '../../../web/src/state/reduce';
import type { State } from '../../../web/src/state/state';
import { whole } from '../../../web/src/state/timeline';
import { timelineBar } from '../../../web/src/widgets/timeline-bar';

function draw(choice: Partial<State> = {}) {
  const told: Action[] = [];
  const state = { ...initialState({ time: 8 }), ...choice };
  render(
    timelineBar(state, (action) => told.push(action)),
    document.body,
  );
  const find = (selector: string) => document.querySelector(selector) as HTMLElement;
  return { told, find };
}

const stopAt = (time: number): Action[] => [
  { type: 'play', playing: false },
  { type: 'seek', time },
];

describe('the timeline', () => {
  it('plays and pauses by one button', () => {
    const { told, find } = draw();
    find('[aria-label="Play"]').click();
    expect(told).toEqual([{ type: 'play', playing: true }]);
    const playing = draw({ playing: true });
    playing.find('[aria-label="Pause"]').click();
    expect(playing.told).toEqual([{ type: 'play', playing: false }]);
  });

  it('steps both ways, loops, and turns through the speeds', () => {
    const { told, find } = draw({ speed: 2 });
    find('[aria-label="Step forward"]').click();
    find('[aria-label="Step back"]').click();
    find('[aria-label="Loop this step"]').click();
    find('[aria-label="Speed 2×"]').click();
    expect(told).toEqual([
      { type: 'step', by: 1 },
      { type: 'step', by: -1 },
      { type: 'loop', loop: true },
      { type: 'speed', speed: 0.5 },
    ]);
    const last = draw({ time: whole.end }).find('[aria-label="Step forward"]');
    expect(last.getAttribute('aria-disabled')).toBe('true');
  });

  it('goes to the end of a step by its name, and stops there', () => {
    const { told, find } = draw();
    find('.tick:not(.beginning)').click();
    expect(told).toEqual(stopAt(1));
  });

  it('goes where the main button is pressed on the rail, and nowhere by another', () => {
    const { told, find } = draw();
    const rail = find('.rail');
    rail.getBoundingClientRect = () => ({ left: 100, width: 170 }) as DOMRect;
    rail.setPointerCapture = () => undefined;
    const press = (button: number) =>
      rail.dispatchEvent(new PointerEvent('pointerdown', { button, clientX: 150 }));
    press(2);
    expect(told).toEqual([]);
    press(0);
    expect(told).toEqual(stopAt((50 / 170) * whole.end));
  });

  it('marks the step that a time is in as the present one, those before as past', () => {
    const { find } = draw({ time: 1.5 });
    expect(find('.tick.now').textContent).toBe('embedding');
    expect(document.querySelectorAll('.mark.past')).toHaveLength(2);
  });
});
