import { describe, expect, it } from 'vitest';
import {
  apartFrom,
  firstSettings,
  isUsual,
  parseSettings,
  runStructure,
  settingsText,
  switches,
  turned,
} from '../../../../web/src/views/training/settings';

describe('settings of a run', () => {
  it('are read as they are written, in any order', () => {
    const settings = {
      ...({ size: 'small', seed: 7, rate: 0.002, warmup: false } as const),
      structure: 'positions=off,norm=pre',
    } as const;
    expect(parseSettings(settingsText(settings))).toEqual(settings);
    expect(
      parseSettings('positions=off, norm=pre,seed=7 ,warmup=off,rate=.002,size=small'),
    ).toEqual(settings);
    expect(settingsText(firstSettings)).toBe('');
    expect(parseSettings('')).toEqual(firstSettings);
  });

  it.each(['size=huge', 'seed=-1', 'seed=1.5', 'rate=0', 'rate=2', 'norm=none', 'x', 'seed='])(
    'that no run can have are refused: %s',
    (text) => {
      expect(parseSettings(text)).toBeNull();
    },
  );

  it.each(switches.map(({ id }) => id))('turn %s and turn it back', (id) => {
    const other = turned(firstSettings, id);
    expect(isUsual(firstSettings, id)).toBe(true);
    expect(isUsual(other, id)).toBe(false);
    expect(turned(other, id)).toEqual(firstSettings);
    expect(parseSettings(settingsText(other))).toEqual(other);
  });

  it('say what sets two runs apart', () => {
    const bare = turned(turned(firstSettings, 'positions'), 'norm');
    expect(apartFrom(bare, firstSettings)).toBe('without positions, norm before');
    expect(apartFrom(firstSettings, bare)).toBe('with positions, norm after');
    expect(apartFrom({ ...firstSettings, seed: 3 }, firstSettings)).toBe('seed 3');
    expect(apartFrom(firstSettings, firstSettings)).toBe('');
  });

  it('keep for elsewhere what a model file cannot say', () => {
    const structure = 'positions=off,residual=off,scale=off,norm=pre';
    expect(runStructure({ ...firstSettings, structure })).toBe('residual=off,scale=off');
  });
});
