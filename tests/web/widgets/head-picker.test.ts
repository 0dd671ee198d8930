// @vitest-environment happy-dom
import { render } from 'lit';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Action } from '../../../web/src/state/actions';
import { initialState, reduce } from '../../../web/src/state/reduce';
import { headPicker } from '../../../web/src/widgets/head-picker';
import { makeModel, makeTrace } from '../fixtures';

beforeAll(() => {
  vi.stubGlobal(
    'ImageData',
    class {
      readonly data = new Uint8ClampedArray(1000);
    },
  );
});

/** Head h, of two, looks from word q most at word (q + h + 1) mod 3. */
const values = [0, 1].flatMap((h) =>
  [0, 1, 2].flatMap((q) => [0, 1, 2].map((k) => (k === (q + h + 1) % 3 ? 0.8 : 0.1))),
);

function draw(token: number, metadata: Record<string, string> = {}) {
  const axes = [
    ['head', 2],
    ['query', 3],
    ['key', 3],
  ] as const;
  const trace = makeTrace('one two three', [{ name: 'layers.0.attention.weights', axes, values }]);
  const model = makeModel(metadata, 2, 1);
  const state = reduce(initialState({ sentence: 'one two three', token, head: 1 }), {
    type: 'model',
    model,
    trace,
  });
  const told: Action[] = [];
  const dispatch = (action: Action) => told.push(action);
  render(headPicker({ state, dispatch }), document.body);
  return { told, buttons: [...document.querySelectorAll<HTMLElement>('[role=radio]')] };
}

it('names the word that each head looks at most from the word in focus', () => {
  const labels = (token: number) => draw(token).buttons.map((b) => b.getAttribute('aria-label'));
  expect(labels(0)).toEqual(['Head 1, looks most at two', 'Head 2, looks most at three']);
  expect(labels(2)).toEqual(['Head 1, looks most at one', 'Head 2, looks most at two']);
});

it('boxes the row of that word, checks the chosen head, and chooses by a click', () => {
  const { told, buttons } = draw(2);
  expect(buttons.map((b) => b.getAttribute('aria-checked'))).toEqual(['false', 'true']);
  const row = buttons[0]?.querySelector<HTMLElement>('.row');
  expect(Number.parseFloat(row?.style.top ?? '')).toBeCloseTo(66.667, 2);
  buttons[0]?.click();
  expect(told).toEqual([{ type: 'head', head: 0 }]);
});

it('says in the reader’s language what a head does', () => {
  vi.stubGlobal('foveaWords', { de: { broad: 'breit' } });
  vi.stubGlobal('foveaLanguage', 'de');
  const roles = [{ role: 'broad', layer: 0, head: 1, score: 0.9 }];
  const { buttons } = draw(0, { roles: JSON.stringify(roles) });
  vi.unstubAllGlobals();
  expect(buttons[1]?.getAttribute('aria-label')).toContain(', breit');
});
