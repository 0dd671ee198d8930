// @vitest-environment happy-dom
import { found } from 'fovea-views/questions';
import { render } from 'lit';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Find, findList, goTo } from '../../../../web/src/element/find/find-dialog';
import { initialState } from '../../../../web/src/state/reduce';
import { firstTime, spanOf } from '../../../../web/src/state/timeline';
import { views } from '../../../../web/src/state/views';
import { viewSwitch } from '../../../../web/src/widgets/view-switch';

const asking = views.filter(({ id }) => found[id]?.question !== undefined);

const find: Find = { text: '', view: '', type: vi.fn(), open: vi.fn() };
const open = vi.mocked(find.open);

function drawn(changes: Partial<Find> = {}) {
  const place = document.body.appendChild(document.createElement('div'));
  render(findList({ ...find, ...changes }), place);
  const titles = [...document.querySelectorAll('li b')].map((each) => each.textContent);
  const input = document.querySelector('input') as HTMLInputElement;
  return { titles, input };
}

beforeEach(() => {
  vi.clearAllMocks();
  document.body.replaceChildren();
});

it('lists every question while nothing is typed, in groups, and says which figure is open', () => {
  const { titles } = drawn({ view: 'order' });
  expect([...titles].sort()).toEqual(asking.map(({ id }) => found[id]?.question).sort());
  expect(document.querySelectorAll('h3')).toHaveLength(7);
  const current = document.querySelectorAll('[aria-current]');
  expect(current).toHaveLength(1);
  expect(current[0]?.textContent).toContain('Where does the norm go, and why?');
});

it('shows what answers, with its first sentence; Enter opens the first', () => {
  const { titles, input } = drawn({ text: 'multi-head' });
  expect(titles[0]).toBe('Why several heads?');
  expect(document.querySelector('li small')?.textContent).toContain(
    'With a single head, a word could look in only one way',
  );
  input.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  expect(open).toHaveBeenCalledWith({ view: 'heads' });
});

it('goes from the field to the rows and back by arrow keys', () => {
  const { input } = drawn({ text: 'heads' });
  const press = (key: string) =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true }),
    );
  input.focus();
  press('ArrowDown');
  expect(document.activeElement).toBe(document.querySelector('li button'));
  press('ArrowUp');
  expect(document.activeElement).toBe(input);
});

it('says that nothing answers, as text, and lists all questions', () => {
  const { titles } = drawn({ text: '<b>xyzzy</b>' });
  expect(document.querySelector('[role=status]')?.textContent).toContain('“<b>xyzzy</b>”');
  expect(titles).toHaveLength(asking.length);
});

it('leads to the end of what a figure plays, to a chapter, to a switch', () => {
  const acts: unknown[] = [];
  const go = (target: Parameters<typeof goTo>[0]) =>
    goTo(target, initialState({ view: 'attention' }), (action) => acts.push(action));
  go({ view: 'tokens' });
  const choice = { view: 'tokens', time: spanOf('tokens')?.end ?? firstTime, tour: null };
  expect(acts.splice(0)).toMatchObject([{ type: 'choose', choice }]);
  go({ chapter: 3 });
  expect(acts.splice(0)).toContainEqual(
    expect.objectContaining({
      choice: expect.objectContaining({ tour: expect.objectContaining({ chapter: 3 }) }),
    }),
  );
  go({ switch: 'residual' });
  expect(acts).toContainEqual({ type: 'panel', panel: { open: true, unfolded: 'residual' } });
});

it('asks no question twice, and has every figure that is no step', () => {
  expect(new Set(asking.map(({ id }) => found[id]?.question)).size).toBe(asking.length);
  const figures = views.filter(({ tick }) => tick === undefined);
  expect(figures.filter((view) => !asking.includes(view))).toEqual([]);
});

it('the short row says that the view is of the list where it is not of the row', () => {
  for (const view of ['attention', 'bench']) {
    document.body.replaceChildren();
    const more = vi.fn();
    render(
      viewSwitch(initialState({ view }), () => undefined, more),
      document.body.appendChild(document.createElement('div')),
    );
    const button = document.querySelector<HTMLElement>('button.more');
    expect(button?.hasAttribute('aria-current')).toBe(view === 'bench');
    button?.click();
    expect(more).toHaveBeenCalledOnce();
  }
});
