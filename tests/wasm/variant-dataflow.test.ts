import { readFileSync } from 'node:fs';
import createFoveaRelatives from 'fovea-relatives-wasm';
import { describe, expect, it } from 'vitest';
import { buildPath } from '../../scripts/lib/paths.mjs';
import type { ModelConfig } from '../../web/src/model/protocol';
import { sourceOf } from '../../web/src/model/source';
import { Trace } from '../../web/src/model/trace';
import { variantGraph } from '../../web/src/relatives/dataflow/variant-graph';
import { presented, toSharedHeads } from '../../web/src/relatives/variant-jobs';
import { exists, type Values, valuesOf } from '../../web/src/state/dataflow/cell';
import { dataflow, explain, type Graph } from '../../web/src/state/dataflow/graph';
import { structureOfRun } from '../../web/src/state/dataflow/structure';
import { isChangeable } from '../../web/src/state/what-if/hand';
import { withGradients } from '../../web/src/state/why';
import { weightGradients } from '../../web/src/views/gradients/model';
import { type Known, know, otherKinds, variantBytes } from './variants';

/** The data flow of models of other kinds than BERT's, against what the core computed of them. */

// The core sums in f32, this in f64; relative to the largest number of the tensor, or to 1.
const tolerance = 1e-5;

/** So many cells of a tensor, spread over it. */
const samples = 12;

const fovea = await createFoveaRelatives({
  wasmBinary: readFileSync(buildPath('wasm/fovea_relatives.wasm')),
});

globalThis.foveaVariants = variantGraph;

const loss = { token: 2, piece: 5 };
const bugs = [
  ['grouped', 'heads=reshaped,positions=rotary'],
  ['mixtral', 'norm_axis=tokens,heads@1=reshaped'],
] as const;
const cases: readonly (readonly [string, string, boolean])[] = [
  ...otherKinds().map(([name, structure]) => [name, structure, true] as const),
  ...bugs.map(([name, structure]) => [name, structure, false] as const),
];

function traced(name: string, structure: string, differentiable = true) {
  const bytes = variantBytes(name, {}, 'variants');
  const known = know(fovea, bytes, 'a b [PAD] c a', structure, differentiable ? loss : undefined);
  return { ...known, trace: asShown(known, structure) };
}

const asShown = ({ trace, info }: Known, structure: string): Trace =>
  new Trace(presented(trace.encoding, info.config, structure));

function graphOf(config: ModelConfig, structure: string, differentiable: boolean): Graph {
  const graph = dataflow(config, structureOfRun(config, structure));
  return differentiable ? withGradients(graph, loss, 'a') : graph;
}

const indexOf = (place: number, shape: readonly number[]): readonly number[] =>
  shape.map((n, axis) => Math.floor(place / shape.slice(axis + 1).reduce((a, b) => a * b, 1)) % n);

/** The largest difference between a tensor and its arithmetic, and that every operand is there. */
function worstOf(graph: Graph, values: Values, trace: Trace, name: string): number {
  const { shape, data } = trace.tensor(name);
  const bound = data.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
  const every = Math.max(1, Math.floor(data.length / samples));
  return data.reduce((worst, expected, place) => {
    if (place % every !== 0) return worst;
    const found = explain(graph, values, { name, index: indexOf(place, shape) });
    for (const { cell } of found.operands)
      if (!exists(values, cell)) throw new Error(`${name} reads ${cell.name} [${cell.index}]`);
    return Math.max(worst, Math.abs(found.value - expected) / bound);
  }, 0);
}

describe.each(cases)('%s run with "%s"', (name, structure, differentiable) => {
  const { trace, parameters, info } = traced(name, structure, differentiable);
  const graph = graphOf(info.config, structure, differentiable);
  const values = valuesOf(trace, parameters);

  it('has the tensors of the trace and no other', () => {
    expect([...graph.tensors.keys()].sort()).toEqual([...trace.names].sort());
  });

  it('recomputes every cell of every tensor, and its gradient', () => {
    for (const tensor of trace.names)
      expect(worstOf(graph, values, trace, tensor), tensor).toBeLessThan(tolerance);
  });
});

it('adds up how much each parameter would change', () => {
  const { trace, parameters, info } = traced('mixtral', '');
  const found = weightGradients(trace, graphOf(info.config, '', true)) ?? new Map();
  expect([...found.keys()].sort()).toEqual([...parameters.keys()].sort());
  // By hand, of a matrix that heads share: the sum over words of its gradient's row times what it read.
  const [gradients, inputs] = ['grad.layers.0.attention.key.shared', 'layers.0.attention.norm'].map(
    (name) => trace.tensor(name),
  );
  const [n = 0, width = 0] = gradients?.shape ?? [];
  const d = inputs?.shape[1] ?? 0;
  let squares = 0;
  for (let o = 0; o < width; o++)
    for (let j = 0; j < d; j++) {
      let sum = 0;
      for (let i = 0; i < n; i++)
        sum += (gradients?.data[i * width + o] ?? 0) * (inputs?.data[i * d + j] ?? 0);
      squares += sum * sum;
    }
  expect(found.get('encoder.layer.0.attention.self.key.weight')).toBeCloseTo(Math.sqrt(squares), 5);
});

it('a copy of other numbers cannot be changed, what it is copied from can', () => {
  const { trace, info } = traced('mixtral', '');
  const context = {
    ...{ graph: graphOf(info.config, '', true), tokens: trace.encoding.tokens },
    ...{ vocabulary: info.vocabulary, heads: 4, dModel: 8 },
  };
  const changeable = (name: string) => isChangeable({ name, index: [0, 0] }, context);
  expect(changeable('layers.0.feedForward.hidden')).toBe(false);
  expect(changeable('layers.0.feedForward.experts.1.hidden')).toBe(true);
  expect(changeable('layers.0.attention.key')).toBe(true);
});

it('a change of a key that heads share is one of what they share', () => {
  const bytes = variantBytes('grouped', {}, 'variants');
  const model = fovea.loadModel(sourceOf(bytes));
  const { config } = know(fovea, bytes, 'a b').info;
  const run = (change: string) => {
    const changes = [toSharedHeads(change, config)];
    return new Trace({
      ...{ text: 'a b', masked: [], milliseconds: 0 },
      ...presented(model.encode('a b', { changes }), config),
    });
  };
  // Four heads of two numbers each; heads 3 and 4 share.
  const key = (trace: Trace) => Array.from(trace.row('layers.1.attention.key', 1)).slice(4);
  const [, second, , fourth] = key(run('layers.1.attention.key[1,4]=7'));
  expect(key(run('layers.1.attention.key[1,4]=7'))).toEqual([7, second, 7, fourth]);
  expect(key(run('layers.1.attention.key[:,6:8]=7'))).toEqual([7, 7, 7, 7]);
  expect(key(run('layers.1.attention.key.shared[1,2]=7'))).toEqual([7, second, 7, fourth]);
  expect(key(run('layers.1.attention.key=7'))).toEqual([7, 7, 7, 7]);
  model.delete();
});
