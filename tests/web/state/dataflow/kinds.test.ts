import { describe, expect, it } from 'vitest';
import { Reader, valuesOf } from '../../../../web/src/state/dataflow/cell';
import {
  type ActivationId,
  activations,
} from '../../../../web/src/state/dataflow/kinds/activation';
import {
  exponentials,
  type HiddenKeys,
  softmax,
} from '../../../../web/src/state/dataflow/kinds/attention';
import { waveAt } from '../../../../web/src/state/dataflow/kinds/embedding';
import { makeTrace } from '../../fixtures';

describe('the powers of e of a softmax', () => {
  it('are shifted only where they would overflow, or all be rounded to 0', () => {
    expect(exponentials([1, 2]).shift).toBe(0);
    const large = exponentials([1e4, 1e4 - 1]);
    expect(large.shift).toBe(1e4);
    expect(large.powers[1]).toBeCloseTo(Math.exp(-1), 10);
    expect(Number.isFinite(large.sum)).toBe(true);
    expect(exponentials([-1e4, -1e4 - 1])).toMatchObject({ shift: -1e4, powers: large.powers });
  });

  it('are 0 for a masked key', () => {
    expect(exponentials([3, 1], (key) => key === 1)).toEqual({
      shift: 0,
      powers: [0, Math.E],
      sum: Math.E,
    });
  });
});

describe('a softmax', () => {
  const axes = [
    ['head', 1],
    ['query', 2],
    ['key', 2],
  ] as const;
  const values = [2, 4, 6, 8];
  const ids = { name: 'tokens.ids', axes: [['token', 2]], values: [3, 5] } as const;
  const trace = makeTrace('a b', [{ name: 'scores', axes, values }, ids]);
  const reader = new Reader(valuesOf(trace, new Map()));
  const weight =
    (...index: number[]) =>
    (divisor: number, mask: HiddenKeys['mask'], over: 'rows' | 'columns' | 'unshifted' = 'rows') =>
      softmax('scores', divisor, 16, { mask, pad: 5 }, over).explain(reader, index, 'weights')
        .value;

  it('divides the scores', () => {
    expect(weight(0, 1, 0)(2, 'none')).toBeCloseTo(1 / (1 + Math.E), 12);
    expect(weight(0, 1, 0)(1, 'none')).toBeCloseTo(1 / (1 + Math.E ** 2), 12);
  });

  it('gives later words nothing under a causal mask', () => {
    expect(weight(0, 0, 0)(2, 'causal')).toBe(1);
    expect(weight(0, 0, 1)(2, 'causal')).toBe(0);
    expect(weight(0, 1, 1)(2, 'causal')).toBe(weight(0, 1, 1)(2, 'none'));
    expect(weight(0, 0, 1)(2, 'leaky')).toBe(weight(0, 0, 1)(2, 'none'));
  });

  it('gives [PAD] nothing where padding is hidden', () => {
    expect(weight(0, 1, 1)(2, 'padding')).toBe(0);
    expect(weight(0, 1, 0)(2, 'padding')).toBe(1);
  });

  it('over columns takes the share of the words that look at the key', () => {
    expect(weight(0, 1, 0)(2, 'none', 'columns')).toBeCloseTo(1 / (1 + Math.exp(-2)), 12);
    expect(weight(0, 0, 1)(2, 'causal', 'columns')).toBe(0);
    expect(weight(0, 1, 1)(2, 'causal', 'columns')).toBe(1);
    expect(weight(0, 1, 1)(2, 'padding', 'columns')).toBe(0);
  });

  it('overflows without the shift as single precision does', () => {
    expect(weight(0, 1, 1)(2, 'none', 'unshifted')).toBeCloseTo(weight(0, 1, 1)(2, 'none'), 6);
    expect(weight(0, 1, 1)(0.05, 'none', 'unshifted')).toBeNaN();
    expect(weight(0, 1, 0)(0.08, 'none', 'unshifted')).toBe(0);
    expect(weight(0, 1, 1)(0.05, 'none')).toBe(1);
  });

  it('says what it divides by: a root of dK, or a number', () => {
    const about = (divisor: number) =>
      softmax('scores', divisor, 16).explain(reader, [0, 0, 0], 'weights').about;
    expect(about(4)).toContain('÷ √16 becomes');
    expect(about(8)).toContain('÷ 8 becomes');
    expect(about(1)).toContain('Each score s becomes');
  });
});

it('a position turns by 1 in its first two numbers and slower in the later ones', () => {
  expect(waveAt(3, 0, 64)).toBeCloseTo(Math.sin(3), 12);
  expect(waveAt(3, 1, 64)).toBeCloseTo(Math.cos(3), 12);
  expect(waveAt(3, 32, 64)).toBeCloseTo(Math.sin(3 / 100), 12);
});

// From Python: math.erf, math.tanh and math.exp in double precision.
it.each<[ActivationId, number, number]>([
  ['relu', -1, 0],
  ['relu', 1.5, 1.5],
  ['gelu', 1, 0.8413447460685429],
  ['gelu', -3, -0.0040496940948901],
  ['gelu', 6, 5.999999994080473],
  ['gelu_tanh', 1, 0.8411919906082768],
  ['silu', -2, -0.2384058440442351],
])('%s of %d', (id, u, expected) => {
  expect(activations[id].apply(u)).toBeCloseTo(expected, 12);
});
