import { describe, expect, it } from 'vitest';
import { ownRun } from '../../../../web/src/model/protocol';
import { partsText, withoutParts } from '../../../../web/src/state/what-if/shorthand';
import { makeModel } from '../../fixtures';

const { config } = makeModel({}, 4, 3);

const run = (text: string) => withoutParts(ownRun, text, config);

describe('parts that are left out', () => {
  it.each([
    ['positions', 'positions=off', []],
    ['scale', 'scale=off', []],
    ['scale=2', 'scale@1=off', []],
    ['residual, norm ,activation', 'residual=off,norm=none,activation=none', []],
    ['layers=2+3', 'layer@1=off,layer@2=off', []],
    ['feed-forward=3', '', ['layers.2.feedForward.output=0']],
    [
      'heads=3.3+1.2',
      '',
      ['layers.2.attention.heads[:,8:12]=0', 'layers.0.attention.heads[:,4:8]=0'],
    ],
  ])('“%s” is structure and changes', (text, structure, changes) => {
    expect(run(text)).toEqual({ structure, changes });
  });

  it.each([
    'positions,scale,feed-forward,heads=3.3+3.4,layers=2',
    'activation=1+3',
    'layers=1+2+3',
    'residual=2,norm',
  ])('“%s” is written as it is read', (text) => {
    const found = run(text);
    expect(typeof found === 'string' ? found : partsText(found, config)).toBe(text);
  });

  it('add to what is changed already', () => {
    const mine = { structure: 'mask=causal', changes: ['output[0,0]=1'] };
    expect(withoutParts(mine, 'scale', config)).toEqual({
      structure: 'mask=causal,scale=off',
      changes: ['output[0,0]=1'],
    });
  });

  it('are not all that a run can be', () => {
    expect(partsText(ownRun, config)).toBe('');
    expect(partsText({ structure: 'scale=8', changes: [] }, config)).toBe('');
    expect(partsText({ structure: 'scale=off', changes: ['output=0'] }, config)).toBe('');
  });

  it.each([
    ['wings', '“wings” is not one of positions, scale'],
    ['heads', 'name the heads, as in heads=4.3'],
    ['heads=4.1', 'this model has no head “4.1”'],
    ['heads=1.2.3', 'no head “1.2.3”'],
    ['layers', 'name the layers'],
    ['layers=0', 'no layer “0”'],
    ['positions=1', 'only be left out everywhere'],
  ])('“%s” is no such text', (text, problem) => {
    expect(run(text)).toContain(problem);
  });
});
