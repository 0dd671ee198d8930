import { describe, expect, it } from 'vitest';
import { dataflow } from '../../../../web/src/state/dataflow/graph';
import { type Structure, structureOf } from '../../../../web/src/state/dataflow/structure';
import { afterAttention, afterFeedForward } from '../../../../web/src/views/kit/add-norm';
import type { StepContext } from '../../../../web/src/views/kit/step-context';
import { makeModel } from '../../fixtures';

const { config } = makeModel();

/** What the steps after the two sublayers of a layer add and normalise; the model has 3 layers. */
function stepsOf(norm_order: 'post' | 'pre', layer: number, changed: Partial<Structure> = {}) {
  const trained = { ...config, norm_order };
  const graph = dataflow(trained, { ...structureOf(trained), ...changed });
  const m = { graph, layer } as unknown as StepContext;
  return [afterAttention(m), afterFeedForward(m)].map(({ add, norm }) => ({ x: add.x, norm }));
}

describe('add & norm', () => {
  it('of a post-norm layer ends with the sublayer’s own norm', () => {
    expect(stepsOf('post', 1)).toEqual([
      { x: 'layers.0.feedForward.norm', norm: 'layers.1.attention.norm' },
      { x: 'layers.1.attention.norm', norm: 'layers.1.feedForward.norm' },
    ]);
  });

  it('of a pre-norm layer goes on to the feed-forward’s norm, and then to none of its own', () => {
    expect(stepsOf('pre', 1)).toEqual([
      { x: 'layers.0.feedForward.residual', norm: 'layers.1.feedForward.norm' },
      { x: 'layers.1.attention.residual', norm: null },
    ]);
  });

  it('adds nothing where the residual connection is off', () => {
    expect(stepsOf('post', 1, { residual: 'off' })).toEqual([
      { x: null, norm: 'layers.1.attention.norm' },
      { x: null, norm: 'layers.1.feedForward.norm' },
    ]);
  });

  it('of the last pre-norm layer ends with the norm behind the stack', () => {
    expect(stepsOf('pre', 2)[1]).toEqual({ x: 'layers.2.attention.residual', norm: 'output' });
  });
});
