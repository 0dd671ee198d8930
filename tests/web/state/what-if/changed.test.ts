import { describe, expect, it } from 'vitest';
import { Trace } from '../../../../web/src/model/trace';
import { initialState, reduce } from '../../../../web/src/state/reduce';
import type { State } from '../../../../web/src/state/state';
import { timeline } from '../../../../web/src/state/timeline';
import { requestKey } from '../../../../web/src/state/what-if/ask';
import { affectedBy, changeOf } from '../../../../web/src/state/what-if/comparison';
import { makeModel, makeTrace } from '../../fixtures';

const text = 'a b';
const run = (structure: string) => ({ structure, changes: [] });

/** A trace of two words with one number each in a few tensors. */
function traceOf(structure: string, values: Readonly<Record<string, readonly number[]>>): Trace {
  const tensors = Object.entries(values).map(([name, numbers]) => ({
    ...{ name, values: numbers },
    axes: [
      ['token', 2],
      ['model', numbers.length / 2],
    ] as const,
  }));
  const { encoding } = makeTrace(text, tensors);
  return new Trace({ ...encoding, run: run(structure) });
}

const own = {
  'embedding.output': [1, 2],
  'layers.0.attention.weights': [3, 4],
  'layers.0.attention.heads': [3, 4, 0, 5],
  'layers.0.feedForward.output': [5, 6],
  logits: [7, 8],
};

function stateWith(structure: string, changed: Partial<typeof own>): State {
  const trace = traceOf(structure, { ...own, ...changed });
  const begun = reduce(initialState({ sentence: text, structure }), {
    type: 'model',
    ...{ model: makeModel(), trace },
  });
  const key = requestKey({ text, masked: [], run: run('') });
  return reduce(begun, { type: 'beside', key, trace: traceOf('', own) });
}

const stepAfter = (place: number | undefined) => place && timeline[place - 1]?.id;

describe('what a run has changed', () => {
  it('is a share of the row that was', () => {
    const now = traceOf('', { ...own, 'layers.0.attention.heads': [3, 4, 0, 6] });
    const was = traceOf('', own);
    expect(changeOf(now, was, 'layers.0.attention.heads', 0)).toBeNull();
    expect(changeOf(now, was, 'layers.0.attention.heads', 1)).toBeCloseTo(1 / 5, 6);
    expect(changeOf(now, was, 'layers.9.attention.heads', 1)).toBeNull();
  });

  it('begins at the first step whose tensor differs, and lasts to the last', () => {
    const found = affectedBy(
      stateWith('activation=none', { 'layers.0.feedForward.output': [0, 6], logits: [7, 9] }),
    );
    expect([stepAfter(found?.first), stepAfter(found?.last)]).toEqual(['compress', 'prediction']);
    const local = affectedBy(stateWith('mask=causal', { 'layers.0.attention.weights': [3, 5] }));
    expect([stepAfter(local?.first), stepAfter(local?.last)]).toEqual(['softmax', 'softmax']);
  });

  it('begins with the division where the divisor is another', () => {
    const found = affectedBy(stateWith('scale=8', { 'layers.0.attention.weights': [3, 5] }));
    expect(stepAfter(found?.first)).toBe('scale');
  });

  it('is nothing where no number differs', () => {
    expect(affectedBy(stateWith('mask=padding', {}))).toBeNull();
  });
});
