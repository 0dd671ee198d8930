import { expect, it } from 'vitest';
import { valuesOf } from '../../../../web/src/state/dataflow/cell';
import {
  dataflow,
  explain,
  type Graph,
  parametersOf,
} from '../../../../web/src/state/dataflow/graph';
import { linear } from '../../../../web/src/state/dataflow/kinds/products';
import { nameOf } from '../../../../web/src/state/dataflow/naming';
import { label } from '../../../../web/src/state/dataflow/node';
import { makeModel, makeTokens, makeTrace } from '../../fixtures';

/** What one more entry of `graph.ts` would say of a tensor "gate" of each layer's attention. */
const weight = 'encoder.layer.0.attention.gate.weight';
const bias = 'encoder.layer.0.attention.gate.bias';
const gate = {
  formula: linear('embedding.output', weight, bias),
  label: label('gate of @', 'g', 'value', { axes: 'head and number' }),
};

const known = dataflow(makeModel({}, 1).config);
const name = 'layers.0.attention.gate';
const graph: Graph = { ...known, tensors: new Map([...known.tensors, [name, gate]]) };

const axes = [
  ['token', 2],
  ['dModel', 2],
] as const;
const trace = makeTrace('the cat', [
  { name: 'embedding.output', axes, values: [1, 2, 3, 4] },
  { name, axes, values: [0, 0, 11.5, 0] },
]);
const parameters = new Map([
  [weight, { name: weight, shape: [2, 2], data: new Float32Array([1, 2, 0, 0]) }],
  [bias, { name: bias, shape: [2], data: new Float32Array([0.5, 0]) }],
]);

/** A tensor of a known kind is one entry: its name, its hue, its parameters, its why follow. */
it('a new tensor is named, coloured, explained and recomputed from its entry', () => {
  const cell = { name, index: [1, 0] };
  const tokens = makeTokens('the cat');
  expect(nameOf(cell, { graph, tokens, vocabulary: [], heads: 1, dModel: 2 })).toEqual({
    what: 'gate of “cat”',
    where: 'layer 1 · head 1 · number 1',
    symbol: 'g',
    role: 'value',
  });
  expect(parametersOf(graph, name)).toEqual([weight, bias]);
  const { value, operands } = explain(graph, valuesOf(trace, parameters), cell);
  expect(value).toBe(11.5);
  expect(operands.map((operand) => operand.value)).toEqual([3, 1, 4, 2, 0.5]);
});
