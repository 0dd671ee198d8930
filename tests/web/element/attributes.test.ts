import { describe, expect, it } from 'vitest';
import { AttributeReader } from '../../../web/src/element/figure-properties';
import type { Choice } from '../../../web/src/state/actions';
import { attributeValue, readAttribute } from '../../../web/src/state/codec/fields';
import { initialState } from '../../../web/src/state/reduce';
import { Store } from '../../../web/src/state/store';
import { type Span, spanOf } from '../../../web/src/state/timeline';
import { makeModel, makeTrace } from '../fixtures';

const span = spanOf('attention') as Span;
const attentionEnd = span.end;
const text = 'the cat saw It';

function loaded(store = new Store(initialState({ sentence: text, span }))): Store {
  const axes = [
    ['token', 4],
    ['dModel', 2],
  ] as const;
  const tensor = { name: 'embedding.output', axes, values: new Array(8).fill(1) };
  const trace = makeTrace(store.state.sentence, [tensor]);
  store.dispatch({ type: 'model', model: makeModel(), trace });
  return store;
}

describe('readAttribute', () => {
  const { state } = loaded();

  it.each([
    ['layer', '3', { layer: 2 }],
    ['head', ' 1 ', { head: 0 }],
    ['token', '2', { token: 1 }],
    ['token', 'CAT', { token: 1 }],
    ['time', '2.5', { time: span.begin + 2.5 }],
    ['theme', 'dark', { theme: 'dark' }],
    ['view', 'attention', { view: 'attention', span, time: span.end }],
    ['view', 'nonsense', { view: 'nonsense' }],
    ['sentence', ' <b>x</b> ', { sentence: ' <b>x</b> ', masked: [] }],
    ['masked', '4, cat,2', { masked: [1, 3] }],
    ['masked', '', { masked: [] }],
    ['why', 'saw', { why: 2 }],
    ['why', '', { why: null }],
    ['cell', 'embedding.output:2,1', { trail: [{ name: 'embedding.output', index: [1, 0] }] }],
    ['cell', '', { trail: [] }],
    ['loop', '', { loop: true }],
    ['loop', 'false', { loop: false }],
  ] as const)('%s="%s" chooses', (name, value, choice) => {
    expect(readAttribute(name, value, state)).toEqual(choice);
  });

  it.each([
    ['layer', '4', '1 to 3'],
    ['layer', '0', '1 to 3'],
    ['head', 'first', '1 to 4'],
    ['head', '-1', '1 to 4'],
    ['token', '5', '1 to 4'],
    ['token', 'dog', 'is not in the sentence'],
    ['time', '9', '0 to 4'],
    ['time', 'end', '0 to 4'],
    ['theme', 'pink', 'light, dark'],
    ['masked', '2,9', '1 to 4'],
    ['masked', 'dog', 'is not in the sentence'],
    ['why', '0', '1 to 4'],
    ['cell', 'embedding.output:2,9', 'does not name a number'],
    ['cell', 'embedding.output:2,1~embeddings.nothing.weight:1,1', 'does not name a number'],
    ['cell', 'nonsense', 'does not name a number'],
    ['loop', 'twice', 'true or false'],
  ] as const)('%s="%s" is answered with what would be right', (name, value, hint) => {
    const reading = readAttribute(name, value, state);
    expect(reading).toContain(`${name}="`);
    expect(reading).toContain(hint);
  });

  it('waits for the model, and for the trace of this very sentence', () => {
    const early = initialState();
    expect(readAttribute('layer', '1', early)).toBeNull();
    expect(readAttribute('token', 'it', early)).toBeNull();
    expect(readAttribute('masked', '1', early)).toBeNull();
    expect(readAttribute('cell', 'output:1,1', early)).toBeNull();
    expect(readAttribute('token', 'it', { ...state, sentence: 'another' })).toBeNull();
  });
});

describe('the time', () => {
  it.each([
    ['heatmap', attentionEnd, 4],
    ['heads', attentionEnd - 1.5, 2.5],
    ['heatmap', attentionEnd + 3, 4],
    ['heads', 0, 0],
    ['block', 9.25, 9.25],
    ['expand', attentionEnd + 4, 1],
  ])('of view="%s" is what its own figure counts', (view, time, own) => {
    const explorer = initialState({ view, time });
    expect(attributeValue('time', explorer)).toBe(own);
    const figure = loaded(new Store(initialState({ sentence: text })));
    const set = (choice: Choice | string | null) =>
      figure.dispatch({ type: 'choose', choice: choice as Choice });
    set(readAttribute('view', view, figure.state));
    set(readAttribute('time', String(own), figure.state));
    expect(attributeValue('time', figure.state)).toBe(own);
  });

  it('is read as it is written in a block that has opened one of its steps', () => {
    const { state } = loaded(new Store(initialState({ sentence: text, view: 'expand', time: 12 })));
    expect(readAttribute('time', '0.5', state)).toEqual({ time: 11.5 });
    expect(readAttribute('time', '2', state)).toContain('0 to 1');
  });
});

describe('AttributeReader', () => {
  it('applies each as soon as it can be read', () => {
    const store = new Store(initialState());
    const reader = new AttributeReader(store);
    reader.set('sentence', text);
    reader.set('layer', 1);
    reader.set('token', 'cat');
    expect(store.state.sentence).toBe(text);
    loaded(store);
    reader.apply();
    expect(store.state).toMatchObject({ layer: 0, token: 1 });
    expect(reader.problems).toEqual([]);
  });

  it('names what is wrong until it is mended', () => {
    const reader = new AttributeReader(loaded());
    reader.set('layer', '9');
    reader.set('theme', 'pink');
    expect(reader.problems).toHaveLength(2);
    reader.set('layer', '2');
    expect(reader.problems).toHaveLength(1);
    reader.forget('theme');
    expect(reader.problems).toEqual([]);
  });

  it('changes nothing where an attribute says what is shown already', () => {
    const store = loaded();
    const reader = new AttributeReader(store);
    const { state } = store;
    reader.set('layer', attributeValue('layer', state));
    reader.set('token', attributeValue('token', state));
    expect(store.state).toBe(state);
  });
});

it.each([['settings', 'view'] as const, ['view', 'settings'] as const])(
  'a view and its settings come in any order: %s, %s',
  (...names) => {
    const store = loaded();
    const reader = new AttributeReader(store);
    const values = { view: 'masks', settings: 'mask=causal' };
    for (const name of names) reader.set(name, values[name]);
    expect(store.state).toMatchObject(values);
  },
);
