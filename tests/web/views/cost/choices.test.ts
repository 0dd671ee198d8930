import { expect, it } from 'vitest';
import { readCost, writeCost } from '../../../../web/src/views/cost/index';
import { chosenValue, withValue } from '../../../../web/src/views/cost/settings';

it('what is chosen is read back as it is written', () => {
  const chosen = withValue(withValue(readCost('model=gpt2', null), 'n', 512), 'L', 24);
  const text = writeCost(chosen, null);
  expect(text).toBe('model=gpt2,n=512,L=24');
  expect(readCost(text, null)).toEqual(chosen);
  expect(writeCost(readCost('', null), null)).toBe('');
  expect(writeCost(chosen, null, 'crossing=1,n=64,d=99')).toBe('crossing=1,n=512,model=gpt2,L=24');
});

it('what cannot be chosen is left as it was', () => {
  for (const text of ['n=0', 'd=-4', 'L=1e9', 'h=x', 'model=none', 'q=7'])
    expect(readCost(text, null)).toEqual(readCost('', null));
  expect(chosenValue(readCost('d=100,h=32', null), 'h')).toBe(25);
});
