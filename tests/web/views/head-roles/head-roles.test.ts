import { describe, expect, it } from 'vitest';
import { initialState } from '../../../../web/src/state/reduce';
import { exampleOf } from '../../../../web/src/views/head-roles/index';
import { askOf } from '../../../../web/src/views/head-roles/split';
import type { StepContext } from '../../../../web/src/views/kit/step-context';
import { asksOf } from '../../../../web/src/views/layer-readouts/grid';
import { makeModel, makeTrace } from '../../fixtures';

/** A head that looks everywhere alike, but most at the words of the last column. */
function contextOf(text: string): StepContext {
  const n = text.split(' ').length;
  const axes = [
    ['head', 1],
    ['query', n],
    ['key', n],
  ] as const;
  const values = Array.from({ length: n * n }, (_, i) => 0.1 + (i % n) / 100);
  const trace = makeTrace(text, [{ name: 'layers.0.attention.weights', axes, values }]);
  return { trace, tokens: trace.encoding.tokens } as unknown as StepContext;
}

describe('“from a verb to its object”', () => {
  it.each([
    ['the small dog chased the big cat because it was hungry', 'chased cat'],
    ["the animal didn't cross the street because it was too tired", 'cross street'],
    ['she saw an old house', 'saw house'],
  ])('is found in “%s”', (text, pair) => {
    const m = contextOf(text);
    const found = exampleOf(m, { role: 'object', layer: 0, head: 0, score: 1 });
    const words = [found?.query ?? 0, found?.key ?? 0].map((token) => m.tokens[token]?.piece);
    expect(words.join(' ')).toBe(pair);
  });

  it.each(['your cat is a lovely cat', 'the dog slept in the garden', 'it was tired'])(
    'is not in “%s”',
    (text) => {
      const role = { role: 'object', layer: 0, head: 0, score: 1 };
      expect(exampleOf(contextOf(text), role)).toBeNull();
    },
  );
});

describe('a run into which numbers are copied', () => {
  const copy = 'layers.0.feedForward.norm[1,:]=other';

  function copied(other: string): StepContext {
    const axes = [
      ['token', 2],
      ['piece', 8],
    ] as const;
    const values = Array.from({ length: 16 }, (_, i) => i);
    const trace = makeTrace('one two', [{ name: 'logits', axes, values }]);
    Object.assign(trace.encoding, { run: { structure: 'scale=off', changes: [copy] } });
    const model = makeModel();
    const state = { ...initialState({ sentence: 'one two', other }), model, trace };
    const shown = { first: 0, end: 2, of: 2 };
    const { tokens } = trace.encoding;
    return {
      ...{ state, trace, model, tokens, shown },
      ...{ focus: 1, layer: 0, head: 0, heads: 4 },
    } as unknown as StepContext;
  }

  it.each([
    ['a muted head', (m: StepContext) => askOf(m)],
    ['early layers', (m: StepContext) => asksOf(m)[0]],
  ])('is compared with runs that have them too: %s', (_, of) => {
    const ask = of(copied('one three'));
    expect(ask?.variant(0).changes).toContain(copy);
    expect(ask?.variant(0).structure).toContain('scale=off');
    expect(of(copied('one four'))?.key).not.toBe(ask?.key);
  });
});
