import { readFileSync } from 'node:fs';
import createFoveaLearn from 'fovea-learn-wasm';
import { describe, expect, it } from 'vitest';
import { buildPath } from '../../scripts/lib/paths.mjs';
import type { ModelConfig } from '../../web/src/model/protocol';
import { sourceOf } from '../../web/src/model/source';
import {
  flopParts,
  knownPresets,
  parameterParts,
  type Shape,
  scoreBytes,
  shapeOf,
  tileBytes,
  total,
} from '../../web/src/views/kit/cost';
import { modelBytes } from './shipped';

const fovea = await createFoveaLearn({
  wasmBinary: readFileSync(buildPath('wasm/fovea_learn.wasm')),
});
const model = fovea.loadModel(sourceOf(modelBytes()));
const { config, parameters } = model.info();
const own = shapeOf(config as unknown as ModelConfig);

const shapes: readonly (readonly [string, Shape])[] = [
  ['the open model', own],
  ['a model without a first norm', { ...own, norm_order: 'pre', first_norm: false }],
  ...knownPresets.map(({ id, shape }) => [id, { ...shape, tied_output: false }] as const),
];

describe('the page counts what the core counts', () => {
  it.each(shapes)('%s', (_, shape) => {
    for (const tokens of [1, 64, 512]) {
      const cost = fovea.costOf({ config: JSON.stringify(shape), tokens });
      expect(parameterParts(shape)).toEqual(cost.parameters);
      expect(flopParts(shape, tokens)).toEqual(cost.flops);
      expect(scoreBytes(shape, tokens)).toBe(cost.scoreBytes);
      expect(tileBytes).toBe(cost.tiledScoreBytes);
    }
  });

  it('and the open model has as many parameters', () => {
    expect(total(parameterParts(own))).toBe(parameters);
  });
});

describe('a pass that is timed', () => {
  it('takes some time, and longer over more words', () => {
    const time = (tokens: number) =>
      fovea.passTime({
        config: '{"hidden_size":32,"vocab_size":8,"num_hidden_layers":1}',
        ...{ tokens, milliseconds: 10 },
      });
    expect(time(8)).toBeGreaterThan(0);
    expect(time(256)).toBeGreaterThan(2 * time(4));
  });

  it('is refused in words where there can be none', () => {
    const ask = { config: '{"vocab_size":8}', tokens: 5000, milliseconds: 1 };
    expect(() => fovea.passTime(ask)).toThrow('at most 512');
  });
});
