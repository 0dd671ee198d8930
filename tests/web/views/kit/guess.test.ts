// @vitest-environment happy-dom
import { html, type TemplateResult } from 'lit';
import { describe, expect, it } from 'vitest';
import { markOf, readSettings, valueFor, valueWritten } from '../../../../web/src/state/settings';
import { askedAbout } from '../../../../web/src/views/kit/answered';
import { guessControls, guessOf } from '../../../../web/src/views/kit/guess';
import type { FigureContext } from '../../../../web/src/views/kit/hosted-figure';
import * as textFigure from '../../../../web/src/views/kit/text-figure';
import { Drawn, makeTrace } from '../figure-context';

/** A question about the word in focus, as the figures of fovea-figures.js ask it in either way. */
const about = (m: FigureContext) => askedAbout(m, m.state.token);

const ways = {
  'kept in the settings': {
    draw: (m: FigureContext) =>
      guessControls(
        { id: 'q', of: about(m), asks: 'Which?', options: ['a', 'b'], right: 1, answer: 'So.' },
        m.state,
        m.dispatch,
      ),
    guess: (m: FigureContext) => guessOf(m.state, { id: 'q', of: about(m) }),
  },
  'kept in the figure': {
    draw: (m: FigureContext) =>
      html`${textFigure.question(m, { of: about(m), text: 'Which?', answers: ['a', 'b'], right: 1, because: 'So.' })}`,
    guess: (m: FigureContext) => textFigure.guessOf(m, about(m)),
  },
};

const open = (draw: (m: FigureContext) => TemplateResult) =>
  new Drawn({ id: 'q', styles: [], draw, speech: () => '' }, makeTrace('one two three'));

describe.each(Object.entries(ways))('a guess that is %s', (_, { draw, guess }) => {
  it('belongs to the word that was asked about', () => {
    const figure = open(draw);
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
    const figure = open(draw);
    figure.all('button')[1]?.click();
    figure.context.dispatch({ type: 'trace', trace: makeTrace('one two four') });
    expect(guess(figure.context)).toBeNull();
  });

  it('keeps the focus where it was given', () => {
    const figure = open(draw);
    const button = figure.all('button')[0];
    button?.focus();
    button?.click();
    expect(button?.isConnected).toBe(false);
    expect(figure.box.contains(document.activeElement)).toBe(true);
    expect(document.activeElement?.textContent).toContain('So.');
  });
});

it('a guess of an old address is of what is there', () => {
  const figure = open(ways['kept in the settings'].draw);
  figure.context.choose({ q: '1' });
  expect(ways['kept in the settings'].guess(figure.context)).toBe(1);
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
});
