// @vitest-environment happy-dom
import { nothing, render } from 'lit';
import { describe, expect, it, vi } from 'vitest';
import { initialState } from '../../../web/src/state/reduce';
import type { Place, State } from '../../../web/src/state/state';
import { modelError, waiting } from '../../../web/src/widgets/notices';
import { makeTrace } from '../fixtures';

const failed = (place: Place, sentence = 'a b'): State => ({
  ...initialState({ sentence }),
  status: { kind: 'error', message: 'no', place },
});

const figure = { retry: () => undefined, cancelOpening: vi.fn() };

function shown(state: State): HTMLElement {
  const place = document.createElement('div');
  render(waiting(state, figure), place);
  return place;
}

const said = (state: State): string => shown(state).textContent?.trim().replace(/\s+/g, ' ') ?? '';

describe('before the first trace', () => {
  it('a model that cannot be had is told, and tried again', () => {
    expect(said(failed('model'))).toBe('no Try again');
  });

  it('what is wrong with the sentence is told where it was entered alone', () => {
    expect(said(failed('sentence'))).toBe('Try again');
  });

  it('how much of it has come is shown, with the way to end that', () => {
    const loading = (share?: number): State => ({
      ...initialState({ sentence: 'a b' }),
      status: { kind: 'loading', memory: 438e6, ...(share !== undefined && { share }) },
    });
    expect(said(loading())).toBe('Loading the model');
    expect(said(loading(0.25))).toBe('Loading the model Cancel It takes about 438 MB of memory.');
    const place = shown(loading(0.25));
    expect(place.querySelector('progress')?.value).toBe(0.25);
    place.querySelector('button')?.click();
    expect(figure.cancelOpening).toHaveBeenCalledOnce();
  });

  it('no text at all is not tried again', () => {
    expect(waiting(failed('sentence', ' '), figure)).toBe(nothing);
  });
});

it('after it, what is wrong with the model has a place of its own', () => {
  const trace = makeTrace('a b');
  expect(modelError({ ...failed('model'), trace })).toBe('no');
  expect(modelError({ ...failed('sentence'), trace })).toBeNull();
  expect(modelError(failed('model'))).toBeNull();
});
