import type { StepLook } from '../../../../web/src/learn/protocol';
import { makeTrace } from '../../fixtures';

export const pieces = ['the', '[MASK]', 'it', 'cat', 'animal'];

const rows = [
  ['token', 3],
  ['model', 2],
] as const;
const perHead = [
  ['head', 2],
  ['query', 3],
  ['key', 3],
] as const;

/** A step's sentence of three words, one layer, two heads of one number each. */
export function look(): StepLook {
  const attention = 'layers.0.attention';
  const { encoding } = makeTrace('the cat it', [
    { name: 'embedding.output', axes: rows, values: [3, 4, 1, 0, 0, 2] },
    { name: 'layers.0.feedForward.norm', axes: rows, values: [1, 0, 1, 0, 1, 0] },
    {
      name: `${attention}.weights`,
      axes: perHead,
      values: [1, 0, 0, 0, 1, 0, 0.5, 0, 0.5, 1, 0, 0, 0, 1, 0, 1, 0, 0],
    },
    { name: 'grad.embedding.output', axes: rows, values: [1, 0, 0, 0, 0, 1] },
    { name: 'grad.layers.0.feedForward.norm', axes: rows, values: [0, 0, 0, 0, 6, 8] },
    { name: `grad.${attention}.heads`, axes: rows, values: [0, 0, 0, 0, 3, 4] },
  ]);
  return {
    step: 7,
    encoding,
    targets: [
      { token: 1, piece: 3, reference: false },
      { token: 2, piece: 4, reference: true },
    ],
    before: [0.25, 0.1],
    after: [0.5, 0.05],
    readable: true,
  };
}
