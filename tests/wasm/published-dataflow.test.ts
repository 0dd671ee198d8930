import type { FoveaPublishedModule } from 'fovea-published-wasm';
import { expect, it } from 'vitest';
import type { ModelConfig } from '../../web/src/model/protocol';
import { Trace } from '../../web/src/model/trace';
import { variantGraph } from '../../web/src/relatives/dataflow/variant-graph';
import { presented } from '../../web/src/relatives/variant-jobs';
import { valuesOf } from '../../web/src/state/dataflow/cell';
import { dataflow, explain } from '../../web/src/state/dataflow/graph';
import { structureOfRun } from '../../web/src/state/dataflow/structure';
import { withGradients } from '../../web/src/state/why';
import { loadPublished, open } from './published-folder';
import { withText } from './variants';

/** The data flow of published models, against what the core computed of them: "why?" of each of their numbers. */

globalThis.foveaVariants = variantGraph;

const fovea: FoveaPublishedModule = await loadPublished();
const loss = { token: 1, piece: 5 };
const tolerance = 1e-5;

it.each(['', 'positions=off', 'positions=alibi', 'mask=causal'])(
  'MPNet’s biases by distance, run with "%s": every number is explained, and its gradient',
  (structure) => {
    const model = open(fovea, 'mpnet-words');
    const text = 'the animal was too tired to cross the street because it was wide';
    const config = model.info().config as unknown as ModelConfig;
    const pass = model.encode(text, { ...(structure && { structure }), loss });
    const { encoding } = withText(text, structure, loss, pass);
    const trace = new Trace(presented(encoding, config, structure));
    const run = structureOfRun(config, structure);
    const graph = withGradients(dataflow(config, run), loss, 'a');
    expect([...graph.tensors.keys()].sort()).toEqual([...trace.names].sort());
    expect(trace.has('layers.0.attention.biases')).toBe(structure !== 'positions=off');
    const parameters = new Map(
      [...graph.tensors.values()]
        .flatMap(({ formula }) => formula.inputs)
        .filter((name) => !trace.has(name))
        .map((name) => [name, model.parameter(name)] as const),
    );
    expect(parameters.has('encoder.relative_attention_bias.weight')).toBe(
      !structure.startsWith('positions'),
    );
    const values = valuesOf(trace, parameters);
    for (const name of trace.names) {
      const { shape, data } = trace.tensor(name);
      const bound = data.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
      const every = Math.max(1, Math.floor(data.length / 12));
      for (let place = 0; place < data.length; place += every) {
        const index = shape.map(
          (n, axis) => Math.floor(place / shape.slice(axis + 1).reduce((a, b) => a * b, 1)) % n,
        );
        const { value } = explain(graph, values, { name, index });
        expect(Math.abs(value - (data[place] ?? 0)) / bound, name).toBeLessThan(tolerance);
      }
    }
    model.delete();
  },
);
