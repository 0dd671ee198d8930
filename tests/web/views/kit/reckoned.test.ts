// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, it } from 'vitest';
import { asks, asksIn, reckoned } from '../../../../web/src/views/kit/reckoned';
import {
  type Asking,
  cosineReckoning,
  operandOf,
  type Reckoning,
} from '../../../../web/src/views/kit/reckoning';
import { makeTrace } from '../figure-context';

const box = document.createElement('div');
const draw = (content: unknown) => {
  render(content as never, box);
  return box.textContent?.replace(/\s+/g, ' ').trim();
};

const askingOf = (open: string, acts: unknown[] = []): Asking => ({
  open,
  ask: (key) => acts.push(key),
  dispatch: (action) => acts.push(action),
});

it('a number in a sentence asks by its key, and no line ends before its bracket', () => {
  const acts: unknown[] = [];
  const text = 'Nearest: “a” (.50) and “b” (.50).';
  const parts = asksIn(askingOf('', acts), text, [
    ['.50', 'first'],
    ['.50', 'second'],
    ['.70', 'nowhere'],
  ]);
  expect(draw(parts)).toBe(text);
  expect([...box.querySelectorAll('.asked')].map((each) => each.textContent)).toEqual([
    '(.50)',
    '(.50).',
  ]);
  for (const button of box.querySelectorAll('button')) button.click();
  expect(acts).toEqual(['first', 'second']);
});

it('a number that is open is closed by another press', () => {
  const acts: unknown[] = [];
  draw(asks(askingOf('mine', acts), 'mine', '.50'));
  expect(box.querySelector('button')?.getAttribute('aria-expanded')).toBe('true');
  box.querySelector('button')?.click();
  expect(acts).toEqual(['']);
});

const a = [3, 0, -4];
const b = [1, 2, -2];

it('a cosine unfolds its products and lengths', () => {
  const acts: unknown[] = [];
  const cell = { name: 'embedding.output', index: [0, 1] };
  const of = cosineReckoning({ value: '.73', what: 'A cosine.', names: ['a', 'b'] }, a, b, (i) => [
    { text: String(a[i]), cell },
    { text: String(b[i]) },
  ]);
  const told = draw(reckoned(askingOf('cos', acts), new Map([['cos', () => of]])));
  expect(told).toContain('3 × 1 = 3.000');
  expect(told).toContain('-4 × -2 = 8.000');
  expect(told).toContain('11.000 ÷ ( 5.000 × 3.000 ) = .73');
  expect(11 / (5 * 3)).toBeCloseTo(0.73, 2);
  box.querySelector<HTMLElement>('li .asks')?.click();
  expect(acts).toEqual([{ type: 'cell', cell }]);
});

it('of many terms the largest are written, and the rest as one', () => {
  const terms = Array.from({ length: 30 }, (_, i) => ({
    name: String(i + 1),
    factors: [{ text: `${i}.000` }],
    value: i,
  }));
  const of: Reckoning = { value: '435', what: '', formula: '', line: [], terms };
  const told = draw(reckoned(askingOf('sum'), new Map([['sum', () => of]])));
  expect(box.querySelectorAll('li')).toHaveLength(12);
  expect(told).toContain(`the other 18 together ${((17 * 18) / 2).toFixed(3)}`);
});

it('nothing is unfolded where nothing was asked', () => {
  expect(draw(reckoned(askingOf('other'), new Map()))).toBe('');
});

it('only a number of the run on show leads on', () => {
  const axes = [
    ['token', 2],
    ['d', 2],
  ] as const;
  const trace = makeTrace('a b', [{ name: 'embedding.output', axes, values: [1, 2, 3, 4] }]);
  const at = (value: number) => operandOf({ trace }, 'embedding.output', [1, 0], value).cell;
  expect(at(3)).toEqual({ name: 'embedding.output', index: [1, 0] });
  expect(at(5)).toBeUndefined();
  expect(operandOf({ trace }, 'layers.9.nothing', [0, 0], 1).cell).toBeUndefined();
});
