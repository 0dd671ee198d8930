import type { FoveaPublishedModule } from 'fovea-published-wasm';
import { expect, it } from 'vitest';
import type { ModelConfig } from '../../web/src/model/protocol';
import { Trace } from '../../web/src/model/trace';
import { variantGraph } from '../../web/src/relatives/dataflow/variant-graph';
import { presented } from '../../web/src/relatives/variant-jobs';
import { valuesOf } from '../../web/src/state/dataflow/cell';
import { dataflow, explain, parametersOf } from '../../web/src/state/dataflow/graph';
import { structureOfRun } from '../../web/src/state/dataflow/structure';
import { sublayers } from '../../web/src/state/parts';
import { withGradients } from '../../web/src/state/why';
import { loadPublished, open } from './published-folder';
import { withText } from './variants';

/** The data flow of published models, against what the core computed of them: "why?" of each of their numbers. */

globalThis.foveaVariants = variantGraph;

const fovea: FoveaPublishedModule = await loadPublished();
const loss = { token: 1, piece: 5 };
const tolerance = 1e-5;

/** Sampled cells of these tensors of a pass and of its gradients, each from what its formula names. */
function explained(folder: string, structure: string, which = /./) {
  const model = open(fovea, folder);
  const text = 'the animal was too tired to cross the street because it was wide';
  const config = model.info().config as unknown as ModelConfig;
  const pass = model.encode(text, { ...(structure && { structure }), loss });
  const { encoding } = withText(text, structure, loss, pass);
  const trace = new Trace(presented(encoding, config, structure));
  const graph = withGradients(dataflow(config, structureOfRun(config, structure)), loss, 'a');
  const asked = (names: Iterable<string>) => [...names].filter((name) => which.test(name)).sort();
  expect(asked(graph.tensors.keys())).toEqual(asked(trace.names));
  const parameters = new Map(
    asked(graph.tensors.keys())
      .flatMap((name) => parametersOf(graph, name))
      .map((name) => [name, model.parameter(name)] as const),
  );
  const values = valuesOf(trace, parameters);
  for (const name of asked(trace.names)) {
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
  return { trace, parameters, config, graph, values };
}

it.each(['', 'positions=off', 'positions=alibi', 'mask=causal'])(
  'MPNet’s biases by distance, run with "%s": every number is explained, and its gradient',
  (structure) => {
    const { trace, parameters } = explained('mpnet-words', structure);
    expect(trace.has('layers.0.attention.biases')).toBe(structure !== 'positions=off');
    expect(parameters.has('encoder.relative_attention_bias.weight')).toBe(
      !structure.startsWith('positions'),
    );
  },
);

it.each(['', 'norm=post', 'norm=none', 'residual=normed', 'positions=alibi', 'mask=causal'])(
  'ModernBERT, run with "%s": every number is explained, and its gradient',
  (structure) => {
    const { trace, config, graph } = explained('modernbert-words', structure);
    expect(config).toMatchObject({ rope_theta: 160_000, local_rope_theta: 10_000 });
    for (const layer of [0, 1]) {
      expect(trace.has(`layers.${layer}.attention.query.rotated`)).toBe(
        structure !== 'positions=alibi',
      );
      expect(trace.has(`layers.${layer}.attention.norm`)).toBe(
        layer > 0 && structure !== 'norm=none',
      );
      const drawn = sublayers(graph, layer).flat();
      const missing = drawn.filter(({ tensor }) => !trace.has(tensor));
      expect(missing.map(({ tensor }) => tensor)).toEqual([]);
    }
  },
);

it('A local layer’s softmax runs over its window, and what is outside says that it is masked', () => {
  const { trace, graph, values } = explained('modernbert-words', '', /^layers\.[01]\.attention/);
  const n = trace.encoding.tokens.length;
  const told = (part: string, ...index: number[]) =>
    explain(graph, values, { name: `layers.${part}`, index });
  for (let i = 0; i < n; i++) {
    const near = (k: number) => Math.abs(i - k) <= 3;
    const row = Array.from({ length: n }, (_, k) => told('1.attention.weights', 0, i, k));
    const shares = row.map(({ value }) => value);
    expect(shares.map((w) => w > 0)).toEqual(shares.map((_, k) => near(k)));
    expect(shares.reduce((sum, w) => sum + w)).toBeCloseTo(1, 12);
    for (const [k, { about, list }] of row.entries()) {
      expect(list?.kind === 'powers' && list.powers.map((power) => power > 0)).toEqual(
        shares.map((_, key) => near(key)),
      );
      expect(/Masked out/.test(about)).toBe(!near(k));
      expect(/Masked out/.test(told('1.attention.scores', 0, i, k).about)).toBe(!near(k));
      expect(told('0.attention.weights', 0, i, k).about).not.toMatch(/masked/i);
    }
  }
});
