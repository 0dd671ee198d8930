import { describe, expect, it } from 'vitest';
import { ownRun } from '../../../../web/src/model/protocol';
import {
  changeText,
  isOwn,
  optionOf,
  parseChange,
  parseOptions,
  withChange,
  withOption,
  withoutRegion,
} from '../../../../web/src/state/what-if/run-text';

describe('the text of a structure', () => {
  const text = 'scale=off,residual@2=0.5';

  it('is read option by option, of all layers or of one', () => {
    expect(parseOptions(` scale = off , residual@2=0.5 `)).toEqual([
      { key: 'scale', layer: null, value: 'off' },
      { key: 'residual', layer: 2, value: '0.5' },
    ]);
    expect(optionOf(text, 'residual', 2)).toBe('0.5');
    expect(optionOf(text, 'residual')).toBeUndefined();
  });

  it('takes one value for each option, and gives it up', () => {
    expect(withOption(text, 'scale', '8')).toBe('residual@2=0.5,scale=8');
    expect(withOption(text, 'residual', '1', 1)).toBe('scale=off,residual@2=0.5,residual@1=1');
    expect(withOption(text, 'residual', null, 2)).toBe('scale=off');
    expect(withOption('', 'norm', 'none')).toBe('norm=none');
  });
});

describe('a change', () => {
  const text = 'layers.2.attention.weights[2,7,:]*=0.5';

  it('is read and written', () => {
    expect(parseChange(text)).toEqual({
      region: 'layers.2.attention.weights[2,7,:]',
      operation: '*=',
      value: '0.5',
    });
    expect(parseChange('output=1,-2e-3')?.value).toBe('1,-2e-3');
    expect(parseChange('nothing')).toBeUndefined();
    for (const each of [text, 'output=0', 'logits[3,:]+=1'])
      expect(changeText(parseChange(each) ?? { region: '', operation: '=', value: '' })).toBe(each);
  });

  it('takes the place of a former one of the same cells', () => {
    const change = { region: 'output', operation: '=', value: '0' } as const;
    expect(withChange([text, 'output*=2'], change)).toEqual([text, 'output=0']);
    expect(withoutRegion([text, 'output*=2'], 'output')).toEqual([text]);
  });

  it('is what a model’s own run is without', () => {
    expect(isOwn(ownRun)).toBe(true);
    expect(isOwn({ structure: '', changes: ['output=0'] })).toBe(false);
    expect(isOwn({ structure: 'scale=off', changes: [] })).toBe(false);
  });
});
