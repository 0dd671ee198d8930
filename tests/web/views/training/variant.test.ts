import { describe, expect, it } from 'vitest';
import {
  apartFrom,
  firstSettings,
  parseSettings,
  settingsText,
  turned,
  unlikePaper,
} from '../../../../web/src/views/training/settings';
import { blocks, madeOf, makeOf } from '../../../../web/src/views/training/variant';

const ofBlocks = (id: string) =>
  madeOf(firstSettings, blocks.find((each) => each.id === id)?.make ?? {});

describe('what an encoder is made of', () => {
  it.each(blocks.map(({ id, make }) => [id, make] as const))(
    'like %s is written in the address and read back',
    (_, make) => {
      const settings = {
        ...firstSettings,
        seed: 7,
        rate: 0.002,
        balance: 0,
        structure: 'residual=off',
      };
      const made = madeOf(settings, make);
      expect(makeOf(made)).toEqual(make);
      expect(parseSettings(settingsText(made))).toEqual(made);
      expect(made).toMatchObject({ seed: 7, rate: 0.002 });
      expect(made.structure).toContain('residual=off');
      expect(madeOf(made, makeOf(settings))).toEqual(settings);
    },
  );

  it('is named as the program’s options are', () => {
    expect(settingsText(ofBlocks('mixtral'))).toBe(
      'norm=pre,activation=silu,positions=rotary,kv-heads=2,rms-norm=on,gated=on,experts=4',
    );
  });

  it('is read in any order', () => {
    const text = settingsText(madeOf(ofBlocks('mixtral'), { expertsPerToken: 1 }));
    const other = parseSettings(text.split(',').reverse().join());
    expect(makeOf(other ?? firstSettings)).toEqual({
      ...makeOf(ofBlocks('mixtral')),
      expertsPerToken: 1,
    });
    expect(other?.expertsPerToken).toBe(1);
  });

  it.each([
    'positions=round',
    'kv-heads=0',
    'kv-heads=1.5',
    'experts=65',
    'experts=',
    'rms-norm=off',
    'gated=1',
    'activation=tanh',
  ])('cannot be %s', (text) => {
    expect(parseSettings(text)).toBeNull();
  });

  it('has positions of one kind at a time', () => {
    const rotary = madeOf(firstSettings, { positions: 'rotary' });
    const off = turned(rotary, 'positions');
    expect(off).toEqual({ ...firstSettings, structure: 'positions=off' });
    expect(turned(off, 'positions')).toEqual(firstSettings);
    expect(parseSettings('positions=off,positions=alibi')?.structure).toBe('');
  });

  it('is told where runs are compared, and beside the paper’s', () => {
    const rotary = madeOf(firstSettings, { positions: 'rotary' });
    const off = turned(firstSettings, 'positions');
    expect(apartFrom(off, rotary)).toBe('without positions');
    expect(apartFrom(rotary, off)).toBe('rotary positions');
    expect(apartFrom(firstSettings, rotary)).toBe('sinusoidal positions');
    expect(unlikePaper(firstSettings)).toBe('');
    expect(unlikePaper({ ...ofBlocks('mixtral'), seed: 3, size: 'small', warmup: false })).toBe(
      'rotary positions, 2 heads of keys and values, RMSNorm, network with SwiGLU, 2 of 4 experts, norm before',
    );
  });
});
