import { describe, expect, it } from 'vitest';
import { lossOf, shownLoss } from '../../../web/src/state/loss';
import { initialState, reduce } from '../../../web/src/state/reduce';
import type { State } from '../../../web/src/state/state';
import { makeModel, makeTrace } from '../fixtures';

const text = 'a it b';

/** A reader who goes back through a run that predicts "c" everywhere. */
function reader(choice: Partial<State> = {}): State {
  const row = [0, 0, 0, 0, 3, 0, 0, 0];
  const axes = [
    ['token', 3],
    ['vocabulary', 8],
  ] as const;
  const trace = makeTrace(text, [{ name: 'logits', axes, values: [...row, ...row, ...row] }]);
  const state = initialState({ sentence: text, backward: true });
  return { ...reduce(state, { type: 'model', model: makeModel(), trace }), ...choice };
}

/** The same with tokens hidden by masks. */
function masked(...tokens: number[]): State {
  const { trace, ...state } = reader({ masked: tokens });
  const { encoding } = trace as NonNullable<typeof trace>;
  const hidden = Object.create(trace, { encoding: { value: { ...encoding, masked: tokens } } });
  return { ...state, trace: hidden };
}

describe('the loss to go back from', () => {
  it('is none as long as nobody goes back, or the text is still being read', () => {
    expect(lossOf(reader({ backward: false }))).toBeNull();
    expect(lossOf(reader({ sentence: 'another' }))).toBeNull();
    expect(lossOf(reader({ masked: [0] }))).toBeNull();
  });

  it('is the model’s own guess at “it” by default', () => {
    expect(lossOf(reader())).toEqual({ token: 1, piece: 4 });
    expect(shownLoss(reader())).toEqual({ token: 1, piece: 'c' });
  });

  it('is the word that a mask hides, where there is a mask', () => {
    expect(lossOf(masked(2))).toEqual({ token: 2, piece: 3 });
  });

  it('is what the reader says', () => {
    expect(lossOf(reader({ loss: '2=the' }))).toEqual({ token: 2, piece: 0 });
  });

  it.each([
    [{ loss: 'prediction' }, 'Can’t read the loss'],
    [{ loss: '1=zebra' }, '“zebra” is not in'],
    [{ loss: '7=the' }, 'no word 8'],
    [{ structure: 'softmax=columns' }, 'softmax=columns is a bug'],
    [{ structure: 'heads@1=reshaped' }, 'heads=reshaped is a bug'],
    [{ structure: 'mask=leaky' }, 'mask=leaky is a bug'],
    [{ structure: 'embedding_scale=off' }, 'embedding_scale=off is a bug'],
    [{ changes: ['output[0]=0'] }, 'changed by hand'],
  ])('is said to be none for %o', (choice, reason) => {
    expect(lossOf(reader(choice))).toContain(reason);
  });

  it('is there for every structure that is no bug', () => {
    for (const structure of ['scale=off,residual=0.5,layer@1=off', 'norm=pre,residual=normed'])
      expect(lossOf(reader({ structure }))).toEqual({ token: 1, piece: 4 });
  });

  it('is forgotten with the sentence that it was of', () => {
    const next = reduce(reader({ loss: '2=the' }), { type: 'sentence', text: 'b a it' });
    expect(next).toMatchObject({ loss: '', backward: true });
  });
});
