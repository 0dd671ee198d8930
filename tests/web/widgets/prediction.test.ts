// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, it } from 'vitest';
import { initialState, reduce } from '../../../web/src/state/reduce';
import { prediction } from '../../../web/src/widgets/prediction';
import { makeModel, makeTrace } from '../fixtures';

const logits = {
  name: 'logits',
  axes: [
    ['token', 2],
    ['piece', 8],
  ],
  values: new Array(16).fill(0),
} as const;

function said(tensors: Parameters<typeof makeTrace>[1], trained: string): string {
  const action = {
    type: 'model',
    model: makeModel({ trained }),
    trace: makeTrace('the it', tensors),
  } as const;
  const state = reduce(initialState({ sentence: 'the it', token: 1 }), action);
  render(
    prediction(state, () => undefined),
    document.body,
  );
  return document.body.querySelector('section')?.textContent?.trim().replace(/\s+/g, ' ') ?? '';
}

it('says why a model guesses nothing', () => {
  const title = 'The model’s guess for “it”';
  expect(said([], 'true')).toBe(`${title} This model has no output that names words.`);
  expect(said([logits], 'false')).toBe(
    `${title} Nothing yet: its weights are random, and it has learned no words.`,
  );
});
