import { describe, expect, it } from 'vitest';
import { ownRun, type Run } from '../../../../web/src/model/protocol';
import type { Cell } from '../../../../web/src/state/dataflow/cell';
import type { Context } from '../../../../web/src/state/dataflow/naming';
import { initialState, reduce } from '../../../../web/src/state/reduce';
import {
  gainOf,
  type Hand,
  handled,
  type ScopeId,
  scopeInEffect,
  scopesOf,
  type Target,
} from '../../../../web/src/state/what-if/hand';
import { covers, parseRegion, type Region } from '../../../../web/src/state/what-if/run-text';
import { contextOf } from '../../../../web/src/state/why';
import { makeModel, makeTrace } from '../../fixtures';

const state = reduce(initialState(), {
  ...{ type: 'model', model: makeModel({}, 4, 3), trace: makeTrace('a b c') },
});
const context = contextOf(state) as Context;

const weight: Cell = { name: 'layers.1.attention.weights', index: [2, 1, 0] };
const query: Cell = { name: 'layers.1.attention.query', index: [1, 5] };

const regions = (cell: Cell) =>
  scopesOf(cell, context).map((scope) => [scope.id, ...scope.regions]);

describe('the scopes of a change', () => {
  it('are this head, every head of the layer, all layers', () => {
    expect(regions(weight)).toEqual([
      ['head', 'layers.1.attention.weights[2,1,0]'],
      ['layer', 'layers.1.attention.weights[:,1,0]'],
      ['layers', ...[0, 1, 2].map((l) => `layers.${l}.attention.weights[:,1,0]`)],
    ]);
  });

  it('are layers alone for a number that is of no pair, and one number outside the layers', () => {
    expect(regions(query)).toEqual([
      ['layer', 'layers.1.attention.query[1,5]'],
      ['layers', ...[0, 1, 2].map((l) => `layers.${l}.attention.query[1,5]`)],
    ]);
    expect(regions({ name: 'output', index: [0, 1] })).toEqual([['number', 'output[0,1]']]);
    expect(regions({ name: 'tokens.ids', index: [0] })).toEqual([]);
    expect(regions({ name: 'cls.predictions.bias', index: [0] })).toEqual([]);
  });
});

const on = (cell: Cell, scope?: ScopeId): Target => ({
  ...{ kind: 'cell', cell, ...(scope && { scope }) },
});
const after = (target: Target, ...hands: readonly Hand[]): Run =>
  hands.reduce((run, hand) => handled(run, target, hand, context), ownRun);
const changes = (...args: Parameters<typeof after>) => after(...args).changes;

describe('a hand on a number', () => {
  const cell = 'layers.1.attention.weights[2,1,0]';

  it('mutes, scales and sets it', () => {
    expect(changes(on(weight), { kind: 'mute' })).toEqual([`${cell}=0`]);
    expect(changes(on(weight), { kind: 'gain', gain: 2 })).toEqual([`${cell}*=2`]);
    expect(changes(on(weight), { kind: 'gain', gain: -1 })).toEqual([`${cell}*=-1`]);
    expect(changes(on(weight), { kind: 'set', value: 1 / 3 })).toEqual([`${cell}=0.333333`]);
  });

  it('goes on from what was done before, or takes its place', () => {
    const double: Hand = { kind: 'times', by: 2 };
    expect(changes(on(weight), double, double)).toEqual([`${cell}*=4`]);
    expect(changes(on(weight), { kind: 'set', value: 0.25 }, double)).toEqual([`${cell}=0.5`]);
    expect(changes(on(weight), double, { kind: 'mute' })).toEqual([`${cell}=0`]);
    expect(changes(on(weight), double, { kind: 'gain', gain: 1 })).toEqual([]);
    expect(changes(on(weight), double, { kind: 'times', by: 0.5 })).toEqual([]);
    expect(changes(on(weight), double, { kind: 'restore' })).toEqual([]);
    const more: Hand = { kind: 'more', by: 0.1 };
    expect(changes(on(weight), more, more)).toEqual([`${cell}*=1.2`]);
    expect(changes(on(weight), { kind: 'more', by: -2 })).toEqual([`${cell}=0`]);
  });

  it('gives up one scope for another, and leaves other changes as they are', () => {
    const before: Run = { structure: 'scale=off', changes: ['output=0', `${cell}+=1`] };
    const wide = handled(before, on(weight, 'layers'), { kind: 'mute' }, context);
    expect(wide.changes).toHaveLength(5);
    expect(scopeInEffect(scopesOf(weight, context), wide)?.id).toBe('layers');
    const again = handled(wide, on(weight), { kind: 'gain', gain: 2 }, context);
    expect(again.changes).toContain('layers.0.attention.weights[:,1,0]*=2');
    const narrow = handled(wide, on(weight, 'head'), { kind: 'mute' }, context);
    expect(narrow.changes).toEqual([...before.changes, `${cell}=0`]);
    expect(handled(wide, on(weight), { kind: 'restore' }, context)).toEqual(before);
  });
});

describe('a hand on a part', () => {
  const head: Target = { kind: 'head', layer: 1, head: 2 };
  const path: Target = { kind: 'option', key: 'residual', layer: 2 };
  const layer: Target = { kind: 'option', key: 'layer', layer: 0 };

  it('mutes a head or a sublayer', () => {
    expect(changes(head, { kind: 'mute' })).toEqual(['layers.1.attention.heads[:,8:12]=0']);
    const output: Target = { kind: 'tensor', name: 'layers.0.feedForward.output' };
    expect(changes(output, { kind: 'gain', gain: 0.5 })).toEqual([
      'layers.0.feedForward.output*=0.5',
    ]);
  });

  it('scales a residual connection and leaves out a layer by the structure', () => {
    expect(after(path, { kind: 'gain', gain: 0.5 }).structure).toBe('residual@2=0.5');
    expect(after(path, { kind: 'mute' }).structure).toBe('residual@2=off');
    expect(after(path, { kind: 'mute' }, { kind: 'gain', gain: 1 }).structure).toBe('');
    expect(after(layer, { kind: 'mute' }).structure).toBe('layer@0=off');
    const off: Run = { structure: 'residual=off', changes: [] };
    expect(handled(off, path, { kind: 'gain', gain: 1 }, context).structure).toBe(
      'residual=off,residual@2=on',
    );
  });

  it('knows how much is left of it', () => {
    expect(gainOf(ownRun, head, context)).toBe(1);
    expect(gainOf(after(head, { kind: 'mute' }), head, context)).toBe(0);
    expect(gainOf(after(head, { kind: 'gain', gain: 0.5 }), head, context)).toBe(0.5);
    expect(gainOf(after(path, { kind: 'mute' }), path, context)).toBe(0);
    expect(gainOf(after(on(weight), { kind: 'set', value: 0.2 }), on(weight), context)).toBeNull();
  });
});

describe('a region', () => {
  it('has the cells in its ranges', () => {
    const region = parseRegion('a.b[1,2:4,:]') as Region;
    const has = (...index: number[]) => covers(region, { name: 'a.b', index });
    expect(has(1, 2, 9)).toBe(true);
    expect(has(1, 4, 9)).toBe(false);
    expect(has(0, 2, 9)).toBe(false);
    expect(covers(region, { name: 'a', index: [1, 2, 9] })).toBe(false);
    expect(covers({ tensor: 'a', ranges: [] }, { name: 'a', index: [7] })).toBe(true);
  });
});
