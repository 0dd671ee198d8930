import { beforeAll, describe, expect, it } from 'vitest';
import { type Cell, exists, type Values, valuesOf } from '../../web/src/state/dataflow/cell';
import { dataflow, explain, type Graph } from '../../web/src/state/dataflow/graph';
import { nameOf } from '../../web/src/state/dataflow/naming';
import { structureOfRun } from '../../web/src/state/dataflow/structure';
import { loadShipped, modelBytes } from './shipped';
import { type Known, know, variantBytes } from './variants';

// The core sums in f32, this in f64; relative to the largest value of the tensor.
const tolerance = 1e-5;
const samples = 60;

/** Each option of the config in at least one of them. */
const variants = [
  'paper',
  'bert',
  'pre_silu_no_positions',
  'pre_relu_learned_padding',
  'pre_gelu_tanh_causal',
  'post_gelu_tanh_learned',
];

/** Other structures than a model's own: each value of each option in one of them. */
const structures = [
  ['paper', 'positions=off'],
  ['paper', 'scale=off,mask=causal'],
  ['paper', 'residual=off,activation=none'],
  ['bert', 'norm=none,activation=silu'],
  ['bert', 'norm=pre,residual=normed,activation=relu'],
  ['bert', 'norm=pre,residual=off'],
  ['pre_gelu_tanh_causal', 'norm=post,activation=gelu'],
  ['pre_relu_learned_padding', 'positions=off,norm=none,activation=gelu_tanh'],
  ['paper', 'scale=2.5,residual=0.5,residual@1=on,activation@0=silu'],
  ['paper', 'scale@1=3,layer@0=off,mask=leaky'],
  ['bert', 'norm=pre,layer@1=off,scale=0.5,scale@0=on'],
  ['bert', 'norm=none,layer@0=off,residual@1=0.25'],
  ['pre_relu_learned_padding', 'mask=padding,scale@0=0.7,residual@1=off,residual@0=normed'],
  ['paper', 'softmax=columns,mask=leaky,embedding_scale=off'],
  ['bert', 'softmax@1=columns,mask=padding'],
  ['bert', 'softmax=unshifted,mask=causal,heads@1=reshaped,output@0=off'],
  ['paper', 'norm_axis=tokens,heads=reshaped,scale=3'],
  ['pre_relu_learned_padding', 'norm_axis@1=tokens,output=off'],
] as const;

const letters = 'a b [PAD] a d';
const sentence = "The animal didn't cross the street because it was too tired";

let cases: ReadonlyMap<string, Known>;

beforeAll(async () => {
  const fovea = await loadShipped();
  cases = new Map([
    ...variants.map((name) => [name, know(fovea, variantBytes(name), letters)] as const),
    ['shipped', know(fovea, modelBytes(), sentence)] as const,
    ...structures.map(
      ([name, text]) =>
        [`${name} with ${text}`, know(fovea, variantBytes(name), letters, text)] as const,
    ),
  ]);
});

const knownOf = (name: string): Known => cases.get(name) as Known;

/** The same cells at every run, spread over the tensor. */
function sampled(shape: readonly number[]): readonly (readonly number[])[] {
  const size = shape.reduce((product, n) => product * n, 1);
  const places = Array.from({ length: Math.min(samples, size) }, (_, i) =>
    size <= samples ? i : Math.floor(((i + 0.5) * size) / samples + i * 7) % size,
  );
  return places.map((place) => {
    let rest = place;
    return [...shape]
      .reverse()
      .map((n) => {
        const index = rest % n;
        rest = Math.floor(rest / n);
        return index;
      })
      .reverse();
  });
}

function largestOf(values: Float32Array): number {
  return values.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-30);
}

/** The data flow of a case: its model's own, or that of the structure in its name. */
function graphOf(name: string): Graph {
  const { config } = knownOf(name).info;
  return dataflow(config, structureOfRun(config, name.split(' with ')[1] ?? ''));
}

function worstOf(known: Known, graph: Graph, values: Values, name: string): number {
  const { shape, data } = known.trace.tensor(name);
  const errors = sampled(shape).map((index) => {
    const found = explain(graph, values, { name, index }).value;
    return Math.abs(found - values.at({ name, index })) / largestOf(data);
  });
  return Math.max(...errors);
}

const names = [...variants, 'shipped', ...structures.map((pair) => pair.join(' with '))];

describe.each(names)('the data flow of %s', (variant) => {
  it('declares every tensor of the trace and no other', () => {
    const { trace } = knownOf(variant);
    expect([...graphOf(variant).tensors.keys()].sort()).toEqual([...trace.names].sort());
  });

  it('recomputes sampled cells of every tensor from their operands', () => {
    const known = knownOf(variant);
    const values = valuesOf(known.trace, known.parameters);
    for (const name of known.trace.names)
      expect(worstOf(known, graphOf(variant), values, name), name).toBeLessThan(tolerance);
  });

  it('reads no cell that is not there', () => {
    const known = knownOf(variant);
    const values = valuesOf(known.trace, known.parameters);
    const graph = graphOf(variant);
    for (const name of known.trace.names) {
      const index = known.trace.tensor(name).shape.map((n) => n - 1);
      for (const { cell } of explain(graph, values, { name, index }).operands)
        expect(exists(values, cell), `${name}: ${cell.name} [${cell.index}]`).toBe(true);
    }
  });
});

/** Follows the first operand that was computed, else the first, until one is given. */
function walk(known: Known, from: Cell): readonly string[] {
  const values = valuesOf(known.trace, known.parameters);
  const graph = dataflow(known.info.config);
  const way = [from.name];
  let cell: Cell | undefined = from;
  while (cell) {
    const { operands } = explain(graph, values, cell);
    cell = operands[0]?.cell;
    if (cell) way.push(cell.name);
  }
  return way;
}

it('leads from any output back to the words', () => {
  const known = knownOf('shipped');
  const way = walk(known, { name: 'logits', index: [7, 142] });
  expect(way.slice(0, 2)).toEqual(['logits', 'prediction.norm']);
  expect(way).toContain('layers.0.attention.residual');
  expect(way.slice(-2)).toEqual(['embedding.tokens', 'tokens.ids']);
});

it('calls cells by words, heads and layers', () => {
  const { info, trace } = knownOf('shipped');
  const { num_attention_heads: heads, hidden_size: dModel } = info.config;
  const context = {
    graph: dataflow(info.config),
    tokens: trace.encoding.tokens,
    vocabulary: info.vocabulary,
    heads,
    dModel,
  };
  const name = (tensor: string, ...index: number[]) => nameOf({ name: tensor, index }, context);
  expect(name('layers.2.attention.weights', 1, 7, 1)).toEqual({
    what: 'weight of “animal” for “it”',
    where: 'layer 3 · head 2',
    symbol: 'w',
    role: 'weight',
  });
  expect(name('layers.0.attention.key', 1, 18).where).toBe('layer 1 · head 2 · number 3');
  expect(name('encoder.layer.1.attention.self.query.weight', 0, 4)).toEqual({
    what: 'query matrix',
    where: 'layer 2 · row 1, column 5',
    symbol: 'W_Q',
    role: 'query',
  });
  expect(name('output', 7, 0).what).toBe('final vector of “it”');
});
