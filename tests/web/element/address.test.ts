// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { Address } from '../../../web/src/element/navigation';
import { firstSentence } from '../../../web/src/state/presets';
import { initialState, reduce } from '../../../web/src/state/reduce';
import type { State } from '../../../web/src/state/state';
import { Store } from '../../../web/src/state/store';
import { type Span, spanOf, stepAt, whole } from '../../../web/src/state/timeline';
import type { Chapter } from '../../../web/src/state/tour/chapter';
import { chapters } from '../../../web/src/state/tour/chapters';
import { answer, endTour, openChapter } from '../../../web/src/state/tour/walk';
import { formatHash, isOpening, opensOpening, parseHash } from '../../../web/src/state/url';
import { makeModel, makeTrace } from '../fixtures';

let address: Address | null = null;

afterEach(() => address?.close());

function paste(state: State, hash: string): State {
  const store = new Store(state);
  address = new Address(store);
  const newURL = new URL(hash, 'http://localhost/').href;
  dispatchEvent(Object.assign(new Event('hashchange'), { newURL }));
  return store.state;
}

describe('a link that is pasted into the open page', () => {
  const cell = { name: 'layers.0.attention.scores', index: [0, 0, 0] };

  it('leaves nothing of what was open that it does not name', () => {
    const link = formatHash(initialState({ layer: 1, head: 2, token: 3, time: 5 }));
    const busy = reduce(initialState({ layer: 0, head: 0, token: 0 }), {
      type: 'choose',
      choice: {
        ...{ masked: [1], trail: [cell], theme: 'dark', loop: true, speed: 2, tables: true },
        tour: { chapter: 2, answers: [] },
        playing: true,
      },
    });
    const after = paste(busy, link);
    expect(formatHash(after)).toBe(link);
    expect(after.playing).toBe(false);
    expect(after.tour).toBeNull();
  });

  it('opens the picture of a chapter that it names alone', () => {
    const away = initialState({ sentence: 'a b', masked: [1], layer: 0, head: 0, view: 'block' });
    const after = paste(away, '#tour=3');
    const chapter = chapters[2] as Chapter;
    expect(after).toMatchObject({ sentence: firstSentence, masked: [], tour: { chapter: 2 } });
    expect(stepAt(after.time, whole)?.id).toBe(chapter.step);
    expect(after.time % 1).toBeGreaterThan(0);
    expect(after.view).toBe(stepAt(after.time, whole)?.view);
  });

  it('goes to a place that it names beside a chapter', () => {
    expect(paste(initialState(), '#tour=11&view=expand')).toMatchObject({
      view: 'expand',
      time: (spanOf('expand') as Span).end,
    });
    expect(paste(initialState(), '#tour=5&time=4.5&sentence=a+b&layer=2')).toMatchObject({
      ...{ time: 4.5, sentence: 'a b', layer: 1, tour: { chapter: 4 } },
    });
  });

  it('chooses what it names', () => {
    const options = { theme: 'light', loop: true, speed: 0.5, tables: true } as const;
    expect(paste(initialState(), formatHash(initialState(options)))).toMatchObject(options);
  });
});

it('has an entry of the browser’s history for each chapter, and for what comes after the tour', () => {
  const store = new Store(initialState());
  store.dispatch({ type: 'model', model: makeModel(), trace: makeTrace(firstSentence) });
  address = new Address(store);
  address.write();
  const before = history.length;
  openChapter(store.state, store.dispatch, 2);
  answer(store.state, store.dispatch, 1);
  openChapter(store.state, store.dispatch, 3);
  expect(history.length - before).toBe(2);
  expect(new URLSearchParams(location.hash.slice(1)).get('tour')).toBe('4.--1');
  const newURL = new URL('#tour=3', 'http://localhost/').href;
  dispatchEvent(Object.assign(new Event('hashchange'), { newURL }));
  expect(store.state.tour).toEqual({ chapter: 2, answers: [null, null, 1] });
  endTour(store.dispatch);
  expect(history.length - before).toBe(3);
});

it('at the opening has the language where it said one, and nothing else', () => {
  history.replaceState(null, '', '#lang=de');
  const store = new Store(initialState({ lang: 'de' }));
  address = new Address(store, true);
  store.dispatch({ type: 'choose', choice: { lang: 'en', layer: 2 } });
  expect(location.hash).toBe('#lang=en');
  history.replaceState(null, '', location.pathname);
  store.dispatch({ type: 'choose', choice: { lang: 'de' } });
  expect(location.hash).toBe('');
});

describe('at the opening, with a sentence of the reader’s', () => {
  const own = 'the cat ate the mouse because it was hungry';
  const read = (text: string, from = new Store(initialState())): Store => {
    from.dispatch({ type: 'sentence', text, anew: true });
    from.dispatch({ type: 'model', model: makeModel(), trace: makeTrace(text) });
    return from;
  };

  it('says the sentence, its word and what it is held against', () => {
    const store = new Store(initialState());
    address = new Address(store, true);
    read(own, store);
    store.dispatch({ type: 'choose', choice: { other: own.replace('hungry', 'tasty') } });
    expect(address.write()).toMatch(/#opening&sentence=the\+cat.*&token=7/);
    const { sentence, other, token } = parseHash(location.hash);
    expect({ sentence, other, token }).toEqual({
      sentence: own,
      other: own.replace('hungry', 'tasty'),
      token: 6,
    });
    expect(isOpening(location.hash) && opensOpening(location.hash)).toBe(true);
  });

  it('says no word of a sentence that is still to be read: its pronoun is found when it is', () => {
    const store = read(own);
    address = new Address(store, true);
    store.dispatch({ type: 'sentence', text: 'the boy said that he was tired', anew: true });
    address.turn(true);
    expect(location.hash).toBe('#opening&sentence=the+boy+said+that+he+was+tired');
    read('the boy said that he was tired', store);
    expect(address.write()).toContain('&token=5');
  });

  it('keeps the address until the sentence of a link is there, and drops it for the first sentence', () => {
    history.replaceState(null, '', '#opening&sentence=dog+bites+man');
    const store = new Store(initialState(parseHash(location.hash)));
    address = new Address(store, true);
    store.dispatch({ type: 'theme', theme: 'dark' });
    expect(location.hash).toBe('#opening&sentence=dog+bites+man');
    read(firstSentence, store);
    expect(location.hash).toBe('');
  });
});
