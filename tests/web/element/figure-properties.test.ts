// @vitest-environment happy-dom

import type { PropertyValues } from 'lit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  FigureElement,
  type FoveaChange,
  PropertyLink,
} from '../../../web/src/element/figure-properties';
import { attributeNames } from '../../../web/src/state/codec/fields';
import { initialState } from '../../../web/src/state/reduce';
import { Store } from '../../../web/src/state/store';
import { firstView, type Span, spanOf } from '../../../web/src/state/timeline';
import { askedKey } from '../../../web/src/state/why';
import { makeModel, makeTrace } from '../fixtures';

const sentence = 'the cat saw it and ran';
const span = spanOf(firstView) as Span;

class TestFigure extends FigureElement {
  readonly store = new Store(initialState({ span }));
  readonly link = new PropertyLink(this, this.store);

  override willUpdate(changed: PropertyValues<this>): void {
    this.link.read(changed);
  }
}
customElements.define('test-figure', TestFigure);

let figure: TestFigure;
let told: FoveaChange[];

/** Loads a model with the sentence that the figure shows. */
function load(): void {
  const trace = makeTrace(figure.store.state.sentence);
  const known = figure.store.state.model !== null;
  figure.store.dispatch(
    known ? { type: 'trace', trace } : { type: 'model', model: makeModel(), trace },
    'figure',
  );
}

async function set(values: Partial<Record<(typeof attributeNames)[number], unknown>>) {
  Object.assign(figure, values);
  await figure.updateComplete;
}

beforeEach(async () => {
  figure = document.createElement('test-figure') as TestFigure;
  told = [];
  figure.addEventListener('fovea-change', (event) => told.push((event as CustomEvent).detail));
  figure.setAttribute('sentence', sentence);
  document.body.append(figure);
  await figure.updateComplete;
  load();
  await figure.updateComplete;
});

afterEach(() => figure.remove());

const values = {
  view: 'scores',
  layer: 1,
  head: 3,
  token: 'cat',
  time: 0.5,
  masked: '1',
  why: 2,
  cell: '',
  loop: true,
  theme: 'dark',
} as const;

it.each([undefined, null])('%s gives the default of every attribute', async (nothing) => {
  const { state } = figure.store;
  await set(values);
  expect(figure.store.state).toMatchObject({ view: 'scores', layer: 0, head: 2, token: 1 });
  expect(askedKey(figure.store.state)).toBe(1);
  await set(Object.fromEntries(attributeNames.map((name) => [name, nothing])));
  load();
  expect(figure.store.state).toMatchObject({
    ...{ view: firstView, time: span.end, span, layer: state.layer, head: state.head },
    ...{ sentence: initialState().sentence, masked: [], trail: [], loop: false, theme: 'auto' },
  });
  expect(figure.link.problems).toEqual([]);
});

it('a removed attribute gives its default, also where the property says something else', async () => {
  figure.setAttribute('view', 'nope');
  figure.setAttribute('head', '3');
  await figure.updateComplete;
  expect(figure.store.state).toMatchObject({ view: 'nope', head: 2 });
  await set({ head: 2 });
  figure.removeAttribute('view');
  figure.removeAttribute('head');
  await figure.updateComplete;
  expect(figure.store.state).toMatchObject({ view: firstView, span, time: span.end, head: 0 });
});

it('takes what Vue does for an undefined value as its default', async () => {
  await set({ layer: 1, sentence: 'a cat' });
  figure.layer = 0;
  figure.removeAttribute('layer');
  figure.sentence = '';
  figure.removeAttribute('sentence');
  await figure.updateComplete;
  expect(figure.store.state).toMatchObject({ layer: 2, sentence: initialState().sentence });
  expect(figure.link.problems).toEqual([]);
});

it('undefined before the first value leaves the figure as it is', async () => {
  const { state } = figure.store;
  await set({ view: undefined, layer: undefined, token: undefined, theme: undefined });
  expect(figure.store.state).toBe(state);
});

it('says nothing of what the page around it does, of loading and of playing', async () => {
  await set(values);
  expect(figure.token).toBe('cat');
  await set({ sentence: 'it ran' });
  load();
  figure.setAttribute('token', '2');
  figure.removeAttribute('view');
  await figure.updateComplete;
  const { dispatch } = figure.store;
  dispatch({ type: 'loop', loop: false }, 'host');
  dispatch({ type: 'play', playing: true });
  dispatch({ type: 'seek', time: span.begin + 1.5 }, 'figure');
  dispatch({ type: 'seek', time: span.end }, 'figure');
  dispatch({ type: 'play', playing: false }, 'figure');
  expect(told).toEqual([]);
  expect(figure.time).toBe(4);
});

it('tells once of each thing that the reader chooses, and says it in the property', async () => {
  const { dispatch } = figure.store;
  dispatch({ type: 'focus', token: 4 });
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ token: 5, sentence, view: 'attention', time: 4 });
  expect(figure.token).toBe(5);
  dispatch({ type: 'hover', token: 1 });
  expect(told).toHaveLength(1);
  dispatch({ type: 'step', by: -1 });
  expect(told[1]).toMatchObject({ time: 3 });
  await figure.updateComplete;
  expect(told).toHaveLength(2);
});

it('tells of a word that is chosen while the animation plays', () => {
  const { dispatch } = figure.store;
  dispatch({ type: 'play', playing: true });
  dispatch({ type: 'focus', token: 0 });
  expect(told).toEqual([expect.objectContaining({ token: 1 })]);
  expect(figure.token).toBe(1);
});

it('tells of a step that the reader goes on once it has played, and of a pause', () => {
  const { dispatch } = figure.store;
  dispatch({ type: 'seek', time: span.begin });
  told = [];
  dispatch({ type: 'step', by: 1 });
  dispatch({ type: 'seek', time: span.begin + 0.5 }, 'figure');
  dispatch({ type: 'hover', token: 1 });
  expect(told).toEqual([]);
  dispatch({ type: 'seek', time: span.begin + 1 }, 'figure');
  dispatch({ type: 'play', playing: false }, 'figure');
  expect(told).toEqual([expect.objectContaining({ time: 1 })]);
  dispatch({ type: 'play', playing: true });
  dispatch({ type: 'seek', time: span.begin + 2.5 }, 'figure');
  dispatch({ type: 'play', playing: false });
  expect(told.at(-1)).toMatchObject({ time: 2.5 });
  expect(told).toHaveLength(2);
});
