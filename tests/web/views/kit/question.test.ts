// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { Trace } from '../../../../web/src/model/trace';
import { markOf, readSettings, valueFor, valueWritten } from '../../../../web/src/state/settings';
import type { FigureContext } from '../../../../web/src/views/kit/hosted-figure';
import {
  askedAbout,
  guessOf,
  isUnanswered,
  type Question,
  questionBox,
  withGuess,
} from '../../../../web/src/views/kit/question';
import { Drawn, makeTrace } from '../figure-context';

/** A question about the word in focus, as the figures of fovea-figures.js ask it in either way. */
const about = (m: FigureContext) => askedAbout(m, m.state.token);

const place = (m: FigureContext) => ({ id: 'q', of: about(m) });

const question = (m: FigureContext): Question => ({
  ...place(m),
  ...{ asks: 'Which?', options: ['a', 'b'], right: 1, why: 'So.', veils: true },
});

const draw = (m: FigureContext) => questionBox(question(m), m.state, m.dispatch);

const guess = (m: FigureContext) => guessOf(m.state, place(m));

const open = () => new Drawn({ styles: [], draw, speech: () => '' }, makeTrace('one two three'));

describe('a guess', () => {
  it('belongs to the word that was asked about', () => {
    const figure = open();
    figure.context.dispatch({ type: 'focus', token: 1 });
    figure.all('button')[1]?.click();
    expect(guess(figure.context)).toBe(1);
    expect(figure.texts('[role=status]').join()).toContain('Right.');
    figure.context.dispatch({ type: 'focus', token: 2 });
    expect(guess(figure.context)).toBeNull();
    expect(figure.texts('[role=status]').join()).not.toContain('Right.');
    expect(figure.texts('button').slice(0, 2)).toEqual(['a', 'b']);
  });

  it('belongs to the sentence that was asked about', () => {
    const figure = open();
    figure.all('button')[1]?.click();
    figure.context.dispatch({ type: 'trace', trace: makeTrace('one two four') });
    expect(guess(figure.context)).toBeNull();
  });

  it('belongs to what was masked when it was asked', () => {
    const { trace } = open().context;
    const masked = new Trace({ ...trace.encoding, masked: [1] });
    expect(askedAbout({ trace: masked }, 1)).not.toBe(askedAbout({ trace }, 1));
  });

  it('keeps the focus where it was given', () => {
    const figure = open();
    const button = figure.all('button')[0];
    button?.focus();
    button?.click();
    expect(button?.isConnected).toBe(false);
    expect(figure.box.contains(document.activeElement)).toBe(true);
    expect(document.activeElement?.textContent).toContain('So.');
  });
});

it('who wants to be shown has guessed nothing', () => {
  const figure = open();
  figure.all('.link')[0]?.click();
  expect(guess(figure.context)).toBe(-1);
  expect(figure.texts('[role=status]').join()).not.toMatch(/Right|It is/);
  figure.all('.link')[0]?.click();
  expect(guess(figure.context)).toBeNull();
});

it('a figure that shows everything before a guess need not be asked to', () => {
  const ask = (m: FigureContext) => {
    const { veils, ...plain } = question(m);
    return questionBox(plain, m.state, m.dispatch);
  };
  const figure = new Drawn({ styles: [], draw: ask, speech: () => '' }, makeTrace('one two'));
  expect(figure.texts('button')).toEqual(['a', 'b']);
});

it('an option can be written otherwise, as addresses had it', () => {
  const of = { id: 'said', of: 'this', values: ['1', '2'] };
  expect(guessOf({ settings: `said=${valueFor('this', '2')}` }, of)).toBe(1);
  expect(guessOf({ settings: withGuess('', of, 0) }, of)).toBe(0);
  expect(withGuess('', of, 0)).toBe(`said=${valueFor('this', '1')}`);
  expect(guessOf({ settings: `said=${valueFor('this', '0')}` }, of)).toBe(-1);
});

it('a guess of an old address is of what is there', () => {
  const figure = open();
  figure.context.choose({ q: '1' });
  expect(guess(figure.context)).toBe(1);
});

it('what a value is for stands behind it, and fits into settings', () => {
  const of = JSON.stringify(['a = b, c', 3]);
  const written = valueFor(of, '2');
  expect(readSettings(`q=${written}`).get('q')).toBe(written);
  expect(valueWritten(of, written)).toBe('2');
  expect(valueWritten('another', written)).toBeUndefined();
  expect(valueWritten(of, undefined)).toBeUndefined();
  expect(valueFor('', '2')).toBe('2');
  expect(markOf(of)).toMatch(/^\w+$/);
  expect(markOf('the dog saw the cat')).not.toBe(markOf('the cat saw the dog'));
});

it('a question waits until it is answered, or the reader is shown; without one nothing waits', () => {
  const asked: Question = {
    ...{ id: 'q', of: '', asks: 'Which?', options: ['a', 'b'], right: 1, why: 'So.' },
  };
  const after = (settings: string) => isUnanswered({ settings }, asked);
  expect(after('')).toBe(true);
  expect(after(withGuess('', asked, 0))).toBe(false);
  expect(after(withGuess('', asked, -1))).toBe(false);
  expect(isUnanswered({ settings: '' }, null)).toBe(false);
});
