import { describe, expect, it } from 'vitest';
import { dataflow } from '../../../web/src/state/dataflow/graph';
import { inputPart, outputNorm, sublayers } from '../../../web/src/state/parts';
import { timeline } from '../../../web/src/state/timeline';
import { makeModel } from '../fixtures';

const { config } = makeModel();
const order = (norm: 'post' | 'pre', layer = 1) =>
  sublayers({ ...config, norm_order: norm }, layer).map((parts) => parts.map(({ id }) => id));

describe.each(['post', 'pre'] as const)('the parts of a %s-norm layer', (norm_order) => {
  const own = { ...config, norm_order };

  it('are tensors of its trace, in the order of their computation', () => {
    const names = [...dataflow(own).keys()];
    for (let layer = 0; layer < own.num_hidden_layers; layer++) {
      const parts = [inputPart(own, layer), ...sublayers(own, layer).flat()];
      const places = parts.map(({ tensor }) => names.indexOf(tensor));
      expect(places.every((place) => place >= 0)).toBe(true);
      expect([...places].sort((a, b) => a - b)).toEqual(places);
    }
  });

  it('come about in steps of the timeline', () => {
    const ids = timeline.map(({ id }) => id);
    for (const { step } of sublayers(own, 1).flat()) expect(ids).toContain(step);
  });
});

it('the norm stands behind the sum, or before the sublayer', () => {
  expect(order('post')).toEqual([
    ['query', 'key', 'value', 'scores', 'weights', 'heads', 'output', 'middle'],
    ['hidden', 'compressed', 'end'],
  ]);
  expect(order('pre')).toEqual([
    ['norm-1', 'query', 'key', 'value', 'scores', 'weights', 'heads', 'output', 'middle'],
    ['norm-2', 'hidden', 'compressed', 'end'],
  ]);
});

it('a pre-norm stack is normalised once more at its end', () => {
  expect(outputNorm(config)).toBeNull();
  expect(outputNorm({ ...config, norm_order: 'pre' })?.tensor).toBe('output');
});
