// @vitest-environment happy-dom
import { nothing, render } from 'lit';
import { describe, expect, it } from 'vitest';
import { initialState } from '../../../web/src/state/reduce';
import type { Place, State } from '../../../web/src/state/state';
import { modelError, waiting } from '../../../web/src/widgets/notices';
import { makeTrace } from '../fixtures';

const failed = (place: Place, sentence = 'a b'): State => ({
  ...initialState({ sentence }),
  status: { kind: 'error', message: 'no', place },
});

function said(state: State): string {
  const place = document.createElement('div');
  render(
    waiting(state, () => undefined),
    place,
  );
  return place.textContent?.trim().replace(/\s+/g, ' ') ?? '';
}

describe('before the first trace', () => {
  it('a model that cannot be had is told, and tried again', () => {
    expect(said(failed('model'))).toBe('no Try again');
  });

  it('what is wrong with the sentence is told where it was entered alone', () => {
    expect(said(failed('sentence'))).toBe('Try again');
  });

  it('no text at all is not tried again', () => {
    expect(waiting(failed('sentence', ' '), () => undefined)).toBe(nothing);
  });
});

it('after it, what is wrong with the model has a place of its own', () => {
  const trace = makeTrace('a b');
  expect(modelError({ ...failed('model'), trace })).toBe('no');
  expect(modelError({ ...failed('sentence'), trace })).toBeNull();
  expect(modelError(failed('model'))).toBeNull();
});
