// @vitest-environment happy-dom
import { render } from 'lit';
import { expect, it } from 'vitest';
import { initialState, reduce } from '../../../web/src/state/reduce';
import { nearness } from '../../../web/src/widgets/nearness';
import { makeModel, makeTrace, type TensorValues } from '../fixtures';

/** Two words whose vectors have the cosine i ÷ 10 after layer i. */
function draw(layers: number): string | null {
  const tensors = Array.from({ length: layers + 1 }, (_, i): TensorValues => {
    const name = i === 0 ? 'embedding.output' : `layers.${i - 1}.feedForward.norm`;
    const turned = [i / 10, Math.sqrt(1 - (i / 10) ** 2)];
    const axes = [
      ['token', 2],
      ['d', 2],
    ] as const;
    return { name, axes, values: [1, 0, ...turned] };
  });
  const weights: TensorValues = {
    name: 'layers.0.attention.weights',
    axes: [
      ['head', 1],
      ['query', 2],
      ['key', 2],
    ],
    values: [0.2, 0.8, 0.5, 0.5],
  };
  const trace = makeTrace('one two', [...tensors, weights]);
  const model = makeModel({}, 1, layers);
  const action = { type: 'model', model, trace } as const;
  const state = reduce(initialState({ sentence: 'one two', token: 0, layer: 0, head: 0 }), action);
  render(nearness(state), document.body);
  return document.querySelector('.bars')?.getAttribute('aria-label') ?? null;
}

it.each([3, 8])('says the cosine after each of %i layers', (layers) => {
  const said = draw(layers)?.split('; ') ?? [];
  expect(said).toHaveLength(layers + 1);
  expect(said[0]).toBe('in: 0');
  expect(said[3]).toBe('3: .30');
  expect(said.at(-1)).toBe(`${layers}: .${layers}0`);
});
