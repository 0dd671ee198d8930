// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, it } from 'vitest';
import { explanation, row, sumOf } from '../../../../web/src/state/dataflow/explanation';
import { cosine } from '../../../../web/src/state/dataflow/kinds/products';
import {
  type Asking,
  askingOf,
  asks,
  derived,
  deriveFrom,
  inLetters,
  nameless,
  operandsOf,
  plainly,
  type Told,
  told,
} from '../../../../web/src/views/kit/derivation';
import type { FigureContext } from '../../../../web/src/views/kit/hosted-figure';
import { makeTrace } from '../figure-context';

const box = document.createElement('div');
const draw = (content: unknown) => {
  render(content as never, box);
  return box.textContent?.replace(/\s+/g, ' ').trim();
};

const asking = (open: string, acts: unknown[] = []): Asking => ({
  ...{ open, context: nameless },
  ask: (key) => acts.push(key),
  follow: (operand) => () => acts.push(operand.cell),
});

it('a number in a sentence asks by its key, and no line ends before its bracket', () => {
  const acts: unknown[] = [];
  const sentence: Told = [
    'Nearest: “a” (',
    { text: '.50', key: 'first' },
    ') and “b” (',
    { text: '.50', key: 'second' },
    ').',
  ];
  expect(draw(told(asking('', acts), sentence))).toBe(plainly(sentence));
  expect([...box.querySelectorAll('.asked')].map((each) => each.textContent)).toEqual([
    '(.50)',
    '(.50).',
  ]);
  for (const button of box.querySelectorAll('button')) button.click();
  expect(acts).toEqual(['first', 'second']);
});

it('numbers side by side are all there', () => {
  const sentence: Told = [{ text: '1', key: 'a' }, '/', { text: '2', key: 'b' }, ' and so on'];
  expect(draw(told(asking(''), sentence))).toBe('1/2 and so on');
});

it('a number that is open is closed by another press', () => {
  const acts: unknown[] = [];
  draw(asks(asking('mine', acts), 'mine', '.50'));
  expect(box.querySelector('button')?.getAttribute('aria-expanded')).toBe('true');
  box.querySelector('button')?.click();
  expect(acts).toEqual(['']);
});

it('a cosine unfolds its products and lengths', () => {
  const acts: unknown[] = [];
  const how = cosine(operandsOf([3, 0, -4], 'a', 0), operandsOf([1, 2, -2], 'b', 0));
  const derive = deriveFrom([['cos', () => ({ text: '.73', what: 'A cosine.', how })]]);
  const said = draw(derived(asking('cos', acts), derive));
  const lines = [...box.querySelectorAll('li')].map((li) => li.textContent?.replace(/\s/g, ''));
  expect(lines).toEqual(['13.000×1.000=3.000', '20.000×2.000=0.000', '3−4.000×−2.000=8.000']);
  expect(said?.replace(/\s/g, '')).toContain('11.000÷(5.000×3.000)=.73');
  expect(how.value).toBeCloseTo(11 / (5 * 3), 10);
  box.querySelector<HTMLElement>('li .operand')?.click();
  expect(acts).toEqual([{ name: 'a', index: [0, 0] }]);
});

it('of many terms the largest are written, and the rest as one', () => {
  const terms = operandsOf(
    Array.from({ length: 30 }, (_, i) => i),
    'a',
  ).map((each) => ({ factors: [each], value: each.value }));
  const how = explanation({
    ...{ operands: [], value: 435, written: sumOf(row(), terms) },
    list: { kind: 'terms', terms },
  });
  const said = draw(
    derived(asking('sum'), deriveFrom([['sum', () => ({ text: '435', what: '', how })]])),
  );
  expect(box.querySelectorAll('li')).toHaveLength(12);
  expect(said).toContain(`the other 18 add up to ${((17 * 18) / 2).toFixed(3)}`);
});

it('nothing is unfolded where nothing was asked', () => {
  expect(draw(derived(asking('other'), () => null))).toBe('');
});

it('what is on its way is said to be', () => {
  const derive = () => ({ text: '.5', what: 'It', how: null });
  expect(draw(derived(asking('it'), derive))).toContain('Loading the model’s numbers …');
});

it('only a number of the run on show leads on', () => {
  const axes = [
    ['token', 2],
    ['d', 2],
  ] as const;
  const trace = makeTrace('a b', [{ name: 'embedding.output', axes, values: [1, 2, 3, 4] }]);
  const acts: unknown[] = [];
  const { follow } = askingOf({
    ...{ trace, state: { parameters: new Map() }, kept: () => '', keep: () => {} },
    dispatch: (action: unknown) => acts.push(action),
  } as unknown as FigureContext);
  const cell = { name: 'embedding.output', index: [1, 0] };
  follow({ cell, value: 3 })?.();
  expect(acts).toEqual([{ type: 'cell', cell }]);
  expect(follow({ cell, value: 5 })).toBeNull();
  expect(follow({ cell: { name: 'layers.9.nothing', index: [0, 0] }, value: 1 })).toBeNull();
});

it('the arithmetic of a number is closed by Escape, and by no other key', () => {
  const acts: unknown[] = [];
  draw(derived(asking('mine', acts), () => ({ text: '.50', what: 'a share', how: null })));
  const press = (key: string) =>
    box.querySelector('.why')?.dispatchEvent(new KeyboardEvent('keydown', { key }));
  press('a');
  expect(acts).toEqual([]);
  press('Escape');
  expect(acts).toEqual(['']);
});

it('letters of a formula are written as the figure writes their numbers', () => {
  const how = inLetters('2·d', 4096, { d: 2048 }, { write: (x) => `${x / 1024} k` });
  const derive = deriveFrom([['size', () => ({ text: '4 k', what: 'A size', how })]]);
  expect(draw(derived(asking('size'), derive))?.replace(/\s/g, '')).toContain('2·2k');
});
