import { expect, it } from 'vitest';
import { fields } from '../../../web/src/state/codec/fields';
import { initialState } from '../../../web/src/state/reduce';
import { Store } from '../../../web/src/state/store';
import { chapters } from '../../../web/src/state/tour/chapters';
import * as noVeil from '../../../web/src/state/tour/no-veil';
import { parseTour, scoreOf, tourText } from '../../../web/src/state/tour/progress';
import { stops } from '../../../web/src/state/tour/stops';
import * as veil from '../../../web/src/state/tour/veil';
import { openChapter } from '../../../web/src/state/tour/walk';
import { runOf } from '../../../web/src/state/what-if/history';
import * as noFigureVeil from '../../../web/src/views/attention/no-veil';
import * as figureVeil from '../../../web/src/views/attention/veil';
import { filed } from '../../../web/src/views/practice/concepts';

it('each chapter is of its stop', () => {
  expect(chapters.map(({ step }) => step)).toEqual(stops);
});

it('the tour is of the model as it was trained; what the reader changed comes back by undo', () => {
  const store = new Store(initialState());
  const changed = { structure: 'scale=off', changes: ['output=0'] };
  store.dispatch({ type: 'run', run: changed });
  openChapter(store.state, store.dispatch, 0);
  expect(runOf(store.state)).toEqual({ structure: '', changes: [] });
  store.dispatch({ type: 'undo' });
  expect(runOf(store.state)).toEqual(changed);
});

it('is written with what is right, and counts what was guessed right, what was missed', () => {
  const tour = { chapter: 4, answers: [0, 1, 'seen', null, 2] as const, right: [0, 0, 1, null, 2] };
  expect(tourText(tour)).toBe('5.01s-2.001-2');
  expect(parseTour('5.01s-2.001-2', 15)).toEqual(tour);
  expect(scoreOf(tour)).toEqual({ guessed: 3, right: 2, missed: [1] });
  expect(tourText({ chapter: 0, answers: [] })).toBe('1');
  expect(parseTour('5..001', 15)).toEqual({ chapter: 4, answers: [], right: [0, 0, 1] });
});

it('is of the page alone: in fovea.js nothing is hidden, as no attribute opens a chapter', () => {
  expect(Object.keys(noVeil)).toEqual(Object.keys(veil));
  expect(Object.keys(noFigureVeil).sort()).toEqual(Object.keys(figureVeil).sort());
  expect(noVeil.awaitsGuess({ tour: { chapter: 0, answers: [] } })).toBe(false);
  expect(veil.awaitsGuess({ tour: { chapter: 0, answers: [] } })).toBe(true);
  expect(Object.keys(fields.tour)).not.toContain('attribute');
});

it('brings back in every third chapter what an earlier one was about', () => {
  const recalled = chapters.flatMap(({ recall }, at) =>
    recall ? [[at + 1, recall] as const] : [],
  );
  expect(recalled.map(([number]) => number)).toEqual([3, 6, 9, 12, 15]);
  for (const [number, id] of recalled) {
    const { after = '' } = filed(id)?.question ?? {};
    const explained = chapters.findIndex(({ step }) => step === after) + 1;
    expect(explained, id).toBeGreaterThan(0);
    expect(explained, id).toBeLessThan(number);
  }
});
