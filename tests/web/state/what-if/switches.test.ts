import { describe, expect, it } from 'vitest';
import { ownRun, type Run } from '../../../../web/src/model/protocol';
import { divisors, nextDetent, settledNumber } from '../../../../web/src/state/options';
import { equalRun } from '../../../../web/src/state/what-if/run-text';
import {
  headRegion,
  isMuted,
  isSwitched,
  numberOf,
  numberValue,
  type Switch,
  type SwitchId,
  scopeOf,
  settingOf,
  switches,
  switchOf,
  toldValues,
  valueAt,
  valuesFor,
  withHeadMuted,
  withoutSwitch,
  withSwitch,
} from '../../../../web/src/state/what-if/switches';
import { makeModel } from '../../fixtures';

const { config } = makeModel({}, 4, 3);

const set = (run: Run, id: SwitchId, value: string, scope: 'text' | 'layer' | 'all', layer = 1) =>
  withSwitch(run, id, value, { scope, layer }, config);

describe('a switch', () => {
  it('writes what the core reads, and nothing for the model’s own', () => {
    const off = set(ownRun, 'positions', 'off', 'text');
    expect(off.structure).toBe('positions=off');
    expect(set(off, 'positions', 'on', 'text')).toEqual(ownRun);
    expect(set(ownRun, 'norm', 'pre', 'text').structure).toBe('norm=pre');
    expect(set(ownRun, 'activation', 'gelu', 'layer').structure).toBe('activation@1=gelu');
    expect(set(ownRun, 'layers', 'off', 'layer', 2).structure).toBe('layer@2=off');
  });

  it('offers positions in the scores, and added ones where there are some; asks of another module nothing', () => {
    const positions = switchOf('positions') as Switch;
    const rotary = set(ownRun, 'positions', 'rotary', 'text');
    const names = (of: readonly { readonly value: string }[]) => of.map(({ value }) => value);
    expect(rotary.structure).toBe('positions=rotary');
    expect(names(valuesFor(positions, config))).toEqual(['on', 'off', 'rotary', 'alibi']);
    expect(names(toldValues(positions, ownRun, config))).toEqual(['on', 'off']);
    expect(names(toldValues(positions, rotary, config))).toEqual(['on', 'off', 'rotary', 'alibi']);
    const alibi = { ...config, position_embedding_type: 'alibi' } as const;
    expect(names(toldValues(positions, ownRun, alibi))).toEqual(['off', 'rotary', 'alibi']);
  });

  it('of one layer stands beside the one of all layers', () => {
    const all = set(ownRun, 'scale', 'off', 'all');
    const but = set(all, 'scale', 'on', 'layer', 0);
    expect(but.structure).toBe('scale=off,scale@0=on');
    expect(valueAt(but, 'scale', 0, config)).toBe('on');
    expect(valueAt(but, 'scale', 2, config)).toBe('off');
    expect(set(but, 'scale', 'off', 'layer', 0).structure).toBe('scale=off');
    expect(set(but, 'scale', '8', 'all').structure).toBe('scale=8');
    expect(set(but, 'scale', 'on', 'all')).toEqual(ownRun);
    expect([scopeOf(but, 'scale'), scopeOf(ownRun, 'scale')]).toEqual(['all', null]);
  });

  it('keeps what others have set, and the reader’s own changes', () => {
    const mine: Run = { structure: 'mask=causal', changes: ['output[0,0]=1'] };
    const run = set(set(mine, 'residual', '0.5', 'layer'), 'feed-forward', 'off', 'all');
    expect(run.structure).toBe('mask=causal,residual@1=0.5');
    expect(run.changes).toEqual([
      'output[0,0]=1',
      ...[0, 1, 2].map((layer) => `layers.${layer}.feedForward.output=0`),
    ]);
    const bare = withoutSwitch(withoutSwitch(run, 'feed-forward', config), 'residual', config);
    expect(bare).toEqual(mine);
  });

  it('mutes heads one by one', () => {
    expect(headRegion(config, 2, 1)).toBe('layers.2.attention.heads[:,4:8]');
    const muted = withHeadMuted(ownRun, 2, 1, true, config);
    expect([isMuted(muted, 2, 1, config), isMuted(muted, 2, 2, config)]).toEqual([true, false]);
    expect(withHeadMuted(muted, 2, 1, false, config)).toEqual(ownRun);
  });

  it('says what it is set to', () => {
    const said = (run: Run, id: SwitchId) => {
      const of = switchOf(id);
      return of && settingOf(run, of, config);
    };
    expect(switches.map(({ id }) => said(ownRun, id))).toEqual([
      ...['on', '÷ 2', '× 1', 'after', 'ReLU', 'none', '12 of 12', 'on', '3 of 3'],
    ]);
    expect(said(set(ownRun, 'scale', '8', 'all'), 'scale')).toBe('÷ 8');
    expect(said(set(ownRun, 'residual', '0.5', 'layer'), 'residual')).toBe('× 0.5 in layer 2');
    const two = set(
      set(ownRun, 'activation', 'gelu', 'layer', 0),
      'activation',
      'none',
      'layer',
      2,
    );
    expect(said(two, 'activation')).toBe('layers differ');
    expect(said(withHeadMuted(ownRun, 0, 0, true, config), 'heads')).toBe('11 of 12');
    expect(switches.filter(({ id }) => isSwitched(two, id, config)).map(({ id }) => id)).toEqual([
      'activation',
    ]);
  });

  it('writes a number as a word where it has one', () => {
    const values = [1, 2, 8, 5.65685].map((n) => numberValue('scale', n, config));
    expect(values).toEqual(['off', 'on', '8', '5.657']);
    expect(values.map((value) => numberOf('scale', value, config))).toEqual([1, 2, 8, 5.657]);
    expect([0, 1, 0.25].map((n) => numberValue('residual', n, config))).toEqual([
      'off',
      'on',
      '0.25',
    ]);
    expect(numberOf('residual', 'normed', config)).toBe(1);
  });
});

describe('two runs are the same', () => {
  it('in whatever order they are written', () => {
    const a = { structure: 'norm=none,scale=off', changes: ['a=0', 'b=0'] };
    expect(equalRun(a, { structure: 'scale=off,norm=none', changes: ['b=0', 'a=0'] })).toBe(true);
    expect(equalRun(a, { ...a, changes: ['a=0'] })).toBe(false);
    expect(equalRun(a, { ...a, structure: 'norm=none' })).toBe(false);
  });
});

describe('the axis of the divisor', () => {
  const axis = divisors(config);

  it('doubles at equal distances, and rests at its detents', () => {
    expect(axis.detents).toEqual([1, 2, 4, 8, 16, 32, 64, 128]);
    expect([axis.place(1), axis.place(128), axis.own]).toEqual([0, 1, 2]);
    expect(settledNumber(axis, axis.place(8) + 0.01)).toBe(8);
    expect(settledNumber(axis, 0.5)).toBeCloseTo(11.3, 6);
    expect([nextDetent(axis, 2, 1), nextDetent(axis, 2, -1), nextDetent(axis, 11.3, -1)]).toEqual([
      4, 1, 8,
    ]);
    expect([nextDetent(axis, 128, 1), nextDetent(axis, 1, -1)]).toEqual([128, 1]);
  });

  it('holds the model’s own number where that is no power of two', () => {
    const odd = divisors({ ...config, hidden_size: 12 });
    expect(odd.detents[1]).toBeCloseTo(Math.sqrt(3), 12);
    expect(odd.samples).toHaveLength(30);
  });
});
