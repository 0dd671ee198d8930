import { describe, expect, it } from 'vitest';
import { dataflow } from '../../../web/src/state/dataflow/graph';
import { type Structure, structureOf } from '../../../web/src/state/dataflow/structure';
import { inputPart, outputNorm, sublayers } from '../../../web/src/state/parts';
import { timeline } from '../../../web/src/state/timeline';
import { makeModel } from '../fixtures';

const { config } = makeModel();
const own = structureOf(config);
const order = (changed: Partial<Structure>) =>
  sublayers(dataflow(config, { ...own, ...changed }), 1).map((parts) => parts.map(({ id }) => id));

const changes: readonly Partial<Structure>[] = [
  {},
  { norm: 'pre' },
  { norm: 'none' },
  { norm: 'pre', residual: 'normed' },
  { residual: 'off' },
];

describe.each(changes)('the parts of a layer with %o', (changed) => {
  const graph = dataflow(config, { ...own, ...changed });

  it('are tensors of its trace, in the order of their computation', () => {
    const names = [...graph.tensors.keys()];
    for (let layer = 0; layer < config.num_hidden_layers; layer++) {
      const parts = [inputPart(graph, layer), ...sublayers(graph, layer).flat()];
      const places = parts.map(({ tensor }) => names.indexOf(tensor));
      expect(places.every((place) => place >= 0)).toBe(true);
      expect([...places].sort((a, b) => a - b)).toEqual(places);
    }
  });

  it('come about in steps of the timeline', () => {
    const ids = timeline.map(({ id }) => id);
    for (const { step } of sublayers(graph, 1).flat()) expect(ids).toContain(step);
  });
});

it('the norm stands behind the sum, or before the sublayer', () => {
  expect(order({ norm: 'post' })).toEqual([
    ['query', 'key', 'value', 'scores', 'weights', 'heads', 'output', 'middle'],
    ['hidden', 'compressed', 'end'],
  ]);
  expect(order({ norm: 'pre' })).toEqual([
    ['norm-1', 'query', 'key', 'value', 'scores', 'weights', 'heads', 'output', 'middle'],
    ['norm-2', 'hidden', 'compressed', 'end'],
  ]);
});

it('a pre-norm stack is normalised once more at its end', () => {
  expect(outputNorm(dataflow(config))).toBeNull();
  expect(outputNorm(dataflow({ ...config, norm_order: 'pre' }))?.tensor).toBe('output');
});

it('without a residual connection nothing is added', () => {
  const adds = (residual: Structure['residual']) =>
    sublayers(dataflow(config, { ...own, residual }), 0)
      .flat()
      .flatMap((part) => part.adds ?? []);
  expect(adds('on')).toEqual(['x', 'middle']);
  expect(adds('off')).toEqual([]);
});
