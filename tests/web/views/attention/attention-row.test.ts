import { describe, expect, it } from 'vitest';
import type { Trace } from '../../../../web/src/model/trace';
import { argmax, entropyBits } from '../../../../web/src/state/vector';
import {
  type AttentionRow,
  attentionRowOf,
} from '../../../../web/src/views/attention/attention-row';
import { attentionState } from './fixture';

const state = attentionState();
const row = attentionRowOf(state) as AttentionRow;
const trace = state.trace as Trace;

describe('a row of attention', () => {
  it('are the numbers of the trace', () => {
    expect([...row.weights]).toEqual([...trace.row('layers.0.attention.weights', 2, 7)]);
    expect([...row.scores]).toEqual([...trace.row('layers.0.attention.scores', 2, 7)]);
    expect(row.query.length).toBe(16);
    expect(row.keys[3]?.[0]).toBe(trace.tensor('layers.0.attention.key').data[3 * 64 + 32]);
  });

  it('agree with one another: products add up to the score', () => {
    row.products.forEach((products, j) => {
      const sum = products.reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(row.scores[j] ?? Number.NaN, 4);
    });
  });

  it('agree with one another: powers over their sum are the weights', () => {
    row.powers.forEach((power, j) => {
      expect(power / row.sum).toBeCloseTo(row.weights[j] ?? Number.NaN, 6);
    });
  });

  it('agree with one another: weights times values are the output', () => {
    row.output.forEach((z, i) => {
      const sum = row.values.reduce((s, v, j) => s + (v[i] ?? 0) * (row.weights[j] ?? 0), 0);
      expect(sum).toBeCloseTo(z, 5);
    });
  });

  it('bound each scale by the largest size in the whole layer', () => {
    const data = trace.tensor('layers.0.attention.key').data;
    expect(row.bounds.key).toBe(Math.max(...data.map(Math.abs)));
  });

  it('say what the weights would be without the scale', () => {
    expect(row.unscaled.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10);
    expect(Math.max(...row.unscaled)).toBeGreaterThan(Math.max(...row.weights));
  });
});

describe('where there is nothing to show', () => {
  it.each([
    { trace: null },
    { model: null },
    { layer: -1 },
    { token: -1 },
    { token: 99 },
    { head: 4 },
    { layer: 5 },
  ])('%o gives none', (over) => {
    expect(attentionRowOf({ ...state, ...over })).toBeNull();
  });
});

describe('small things', () => {
  it('entropy is in bits', () => {
    expect(entropyBits([0.25, 0.25, 0.25, 0.25])).toBe(2);
    expect(entropyBits([1, 0])).toBe(0);
  });

  it('argmax takes the first of equals', () => {
    expect(argmax([1, 3, 3])).toBe(1);
  });
});
