import type { Model } from 'fovea-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceOf } from '../../web/src/model/source';
import { loadShipped, modelBytes, shippedModules, thrownBy } from './shipped';
import { variantBytes } from './variants';

const text = "The animal didn't cross the street because it was too tired";

type Pass = Parameters<Model['encode']>[1];
type Ask = Parameters<Model['outcomes']>[1];

/** The probabilities at a token, of the logits that `encode` gives. */
function probabilities(model: Model, of: string, pass: Pass, token: number): Float64Array {
  const { tensors, data } = model.encode(of, pass);
  const logits = tensors.find(({ name }) => name === 'logits');
  if (!logits) throw new Error('the model has no head');
  const vocabulary = logits.axes[1]?.size ?? 0;
  const row = data.subarray(logits.offset + token * vocabulary).subarray(0, vocabulary);
  const most = row.reduce((a, b) => Math.max(a, b));
  const exponentials = Float64Array.from(row, (logit) => Math.exp(logit - most));
  const sum = exponentials.reduce((a, b) => a + b);
  return exponentials.map((each) => each / sum);
}

describe.each(shippedModules)('outcomes of %s', (file) => {
  let model: Model;
  let vocabulary: readonly string[];
  beforeAll(async () => {
    model = (await loadShipped(file)).loadModel(sourceOf(modelBytes()));
    vocabulary = model.info().vocabulary;
  });
  afterAll(() => model.delete());

  const idOf = (piece: string) => vocabulary.indexOf(piece);
  const rows = (ask: Ask) => {
    const flat = [...model.outcomes(text, ask)];
    const width = 2 + ask.pieces.length;
    return ask.variants.map((_, i) => flat.slice(i * width, (i + 1) * width));
  };

  /** What `outcomes` says against the logits of `encode`; both softmaxes are of doubles. */
  function expectRow(row: readonly number[] | undefined, pieces: number[], of: Float64Array) {
    const best = of.indexOf(Math.max(...of));
    expect(row).toEqual([best, ...[best, ...pieces].map((id) => Math.fround(of[id] as number))]);
  }

  it('are those of encode, bit for bit, however a run differs', () => {
    const pieces = ['it', 'animal', 'street'].map(idOf);
    const variants = [
      {},
      { structure: 'scale=off,residual=off' },
      { changes: ['layers.2.attention.weights[2,7,:]=0'] },
      { structure: 'norm=none', changes: ['layers.0.feedForward.output=0'] },
      { changes: ['prediction.hidden[7,:8]*=2', 'logits[7,9]=30'] },
    ];
    const masked = [7];
    const found = rows({ masked, token: 7, pieces, variants });
    variants.forEach((variant, i) => {
      expectRow(found[i], pieces, probabilities(model, text, { masked, ...variant }, 7));
    });
    expect(new Set(found.map((row) => row[1])).size).toBe(variants.length);
  });

  it('of other pieces in place of tokens are those of the other text', () => {
    const pieces = [idOf('tired')];
    const variants = [{ replaced: [[10, idOf('wide')]] as const }, {}];
    const found = rows({ token: 7, pieces, variants });
    const other = text.replace('tired', 'wide');
    expectRow(found[0], pieces, probabilities(model, other, {}, 7));
    expectRow(found[1], pieces, probabilities(model, text, {}, 7));
  });

  it('of no variant are none', () => {
    expect(rows({ token: 0, pieces: [], variants: [] })).toEqual([]);
  });

  it.each([
    ['a token that is not there', { token: 11 }, 'there is no token 11: '],
    ['no token', { token: -1 }, 'there is no token -1: '],
    ['a piece outside the vocabulary', { pieces: [99999] }, 'there is no piece 99999: '],
    ['a structure that cannot be', { variants: [{ structure: 'scale=x' }] }, 'scale'],
    ['a change of no tensor', { variants: [{ changes: ['a=1'] }] }, 'no such tensor'],
    ['a token to replace', { variants: [{ replaced: [[11, 5] as const] }] }, 'no token 11'],
    ['a piece in its place', { variants: [{ replaced: [[1, -5] as const] }] }, 'token id -5'],
    ['a token to mask', { masked: [11] }, 'cannot mask token 11'],
  ])('refuse %s, and the model serves on', (_, wrong: Partial<Ask>, message) => {
    const ask = { token: 0, pieces: [], variants: [{}], ...wrong };
    const error = thrownBy(() => model.outcomes(text, ask));
    expect(error.code).toBe('invalid-input');
    expect(error.message).toContain(message);
    expect(rows({ token: 0, pieces: [], variants: [{}] })).toHaveLength(1);
  });
});

it('a model without a masked-word head has no outcomes', async () => {
  const model = (await loadShipped()).loadModel(sourceOf(variantBytes('paper')));
  const error = thrownBy(() => model.outcomes('a b', { token: 0, pieces: [], variants: [{}] }));
  expect(error.code).toBe('invalid-config');
  model.delete();
});
