// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, it, vi } from 'vitest';
import { initialState } from '../../../web/src/state/reduce';
import { firstTime, spanOf } from '../../../web/src/state/timeline';
import { views } from '../../../web/src/state/views';
import { figureList, viewSwitch } from '../../../web/src/widgets/view-switch';

const asking = views.filter(({ question }) => question !== undefined);

function drawn(view: string) {
  const acts: unknown[] = [];
  const dialog = document.createElement('dialog');
  document.body.replaceChildren(dialog);
  render(
    figureList(initialState({ view }), (action) => acts.push(action)),
    dialog,
  );
  return { dialog, buttons: [...dialog.querySelectorAll('button')], acts };
}

it('lists every figure by its question, and says which one is open', () => {
  const { buttons } = drawn('order');
  expect(buttons.map((each) => each.querySelector('b')?.textContent)).toEqual(
    asking.map(({ question }) => question),
  );
  const open = buttons.filter(
    (each) => each.ariaCurrent === 'true' || each.hasAttribute('aria-current'),
  );
  expect(open).toHaveLength(1);
  expect(open[0]?.textContent).toContain('Post-norm or pre-norm?');
});

it('asks no question twice, and has every figure that is no step', () => {
  expect(new Set(asking.map(({ question }) => question)).size).toBe(asking.length);
  const figures = views.filter(({ tick }) => tick === undefined);
  expect(figures.filter((view) => !asking.includes(view))).toEqual([]);
});

it('opens a figure at the end of what it plays, and closes', () => {
  const { dialog, buttons, acts } = drawn('attention');
  const close = vi.spyOn(dialog, 'close');
  buttons[asking.findIndex(({ id }) => id === 'tokens')]?.click();
  expect(acts).toEqual([
    { type: 'choose', choice: { view: 'tokens', time: spanOf('tokens')?.end ?? firstTime } },
  ]);
  expect(close).toHaveBeenCalled();
});

it('the short row says that the view is of the list where it is not of the row', () => {
  for (const view of ['attention', 'bench']) {
    const more = vi.fn();
    render(
      viewSwitch(initialState({ view }), () => undefined, more),
      document.body,
    );
    const button = document.querySelector<HTMLElement>('button.more');
    expect(button?.hasAttribute('aria-current')).toBe(view === 'bench');
    button?.click();
    expect(more).toHaveBeenCalledOnce();
  }
});
