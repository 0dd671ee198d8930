import { describe, expect, it } from 'vitest';
import { count, fine, percent, positive, signed, weight } from '../../../web/src/state/format';

describe('signed', () => {
  it('writes a true minus sign', () => {
    expect(signed(-4.089)).toBe('\u22124.09');
    expect(signed(11.517, 3)).toBe('11.517');
  });

  it('gives what rounds to zero no sign', () => {
    expect(signed(-0.001)).toBe('0.00');
    expect(signed(-0)).toBe('0.00');
  });
});

it('a gradient has two digits that count, whatever its size', () => {
  const written = [-1.0604, 0.0421, -0.00424, 0.000424, -3.14e-7, 0].map(fine);
  expect(written).toEqual(['−1.060', '0.042', '−0.0042', '4.2e−4', '−3.1e−7', '0']);
});

it('what is no finite number is called by its name', () => {
  for (const write of [signed, weight, percent, positive, fine])
    expect([Number.NaN, 1 / 0].map((x) => write(x))).toEqual(['NaN', '∞']);
  expect(signed(-1 / 0)).toBe('\u2212∞');
});

describe('weight', () => {
  it('has no leading zero', () => {
    expect(weight(0.5214)).toBe('.521');
    expect(weight(0.5214, 4)).toBe('.5214');
  });

  it('never rounds to an end that it is not', () => {
    expect(weight(0.0004)).toBe('<.001');
    expect(weight(0.0006)).toBe('.001');
    expect(weight(0.9996)).toBe('>.999');
    expect(weight(0.9994)).toBe('.999');
    expect(weight(0.00004, 4)).toBe('<.0001');
  });

  it('is plain where it is exact', () => {
    expect(weight(0)).toBe('0');
    expect(weight(1)).toBe('1');
  });
});

describe('percent', () => {
  it('rounds, but not to an end that it is not', () => {
    expect(percent(0.521)).toBe('52\u202f%');
    expect(percent(0.001)).toBe('<1\u202f%');
    expect(percent(0.998)).toBe('>99\u202f%');
    expect(percent(0)).toBe('0\u202f%');
    expect(percent(1)).toBe('100\u202f%');
  });
});

describe('positive', () => {
  it('has as many decimals as there is room for', () => {
    expect(positive(17.8009)).toBe('17.801');
    expect(positive(549.722)).toBe('549.72');
    expect(positive(34415.304)).toBe('34415');
    expect(positive(8.92e8)).toBe('8.92e8');
    expect(positive(0.0001)).toBe('<.001');
    expect(positive(0)).toBe('0.000');
  });
});

describe('count', () => {
  it('spells small numbers', () => {
    expect(count(8)).toBe('eight');
    expect(count(21)).toBe('21');
  });
});
