import { readFileSync } from 'node:fs';
import createFoveaRelatives, { type Model } from 'fovea-relatives-wasm';
import { expect, it } from 'vitest';
import { buildPath, projectPath } from '../../scripts/lib/paths.mjs';
import type { ModelConfig, Parameter } from '../../web/src/model/protocol';
import { sourceOf } from '../../web/src/model/source';
import { decoderGraph } from '../../web/src/relatives/dataflow/decoder-graph';
import { pictureGraph } from '../../web/src/relatives/dataflow/picture-graph';
import { variantGraph } from '../../web/src/relatives/dataflow/variant-graph';
import { passTensors } from '../../web/src/relatives/decode';
import type { PassTrace } from '../../web/src/relatives/protocol';
import { presented } from '../../web/src/relatives/variant-jobs';
import { exists, isParameter, valuesFrom } from '../../web/src/state/dataflow/cell';
import { dataflow, explain, type Graph, parametersOf } from '../../web/src/state/dataflow/graph';
import { drawScene } from '../../web/src/views/patches/scene';
import { paint } from '../../web/src/views/patches/strokes';

/** The data flow of decoders, of the model of pictures and of that with experts, against what the core computed. */

// The core sums in f32, this in f64; relative to the largest number of the tensor, or to 1.
const tolerance = 1e-5;

/** So many cells of a tensor, spread over it. */
const samples = 12;

globalThis.foveaVariants = variantGraph;

const fovea = await createFoveaRelatives({
  wasmBinary: readFileSync(buildPath('wasm/fovea_relatives.wasm')),
});

function open(name: string) {
  const path = projectPath(`web/models/fovea-${name}.safetensors`);
  const model = fovea.loadModel(sourceOf(new Uint8Array(readFileSync(path))));
  return { model, config: model.info().config as unknown as ModelConfig };
}

const indexOf = (place: number, shape: readonly number[]): readonly number[] =>
  shape.map((n, axis) => Math.floor(place / shape.slice(axis + 1).reduce((a, b) => a * b, 1)) % n);

/** Every tensor has a formula, and each comes to the core's numbers. */
function expectRecomputed(graph: Graph, model: Model, pass: Pick<PassTrace, 'tensors' | 'data'>) {
  const { names, tensor } = passTensors(pass as PassTrace);
  expect([...graph.tensors.keys()].sort()).toEqual([...names].sort());
  const parameters = new Map<string, Parameter>();
  for (const name of names)
    for (const each of parametersOf(graph, name)) parameters.set(each, model.parameter(each));
  const values = valuesFrom(
    (name) => parameters.has(name) || (!isParameter(name) && names.includes(name)),
    (name) => parameters.get(name) ?? tensor(name),
  );
  for (const name of names) {
    const { shape, data } = tensor(name);
    const bound = data.reduce((most, x) => Math.max(most, Math.abs(x)), 1);
    const every = Math.max(1, Math.floor(data.length / samples));
    for (let place = 0; place < data.length; place += every) {
      const index = indexOf(place, shape);
      const { value, operands } = explain(graph, values, { name, index });
      const off = Math.abs(value - (data[place] ?? 0)) / bound;
      expect(off, `${name} [${index}]`).toBeLessThan(tolerance);
      for (const { cell } of operands)
        expect(exists(values, cell), `${name} reads ${cell.name} [${cell.index}]`).toBe(true);
    }
  }
}

const text = "the animal didn't cross the street because it was too tired";

it('a decoder that reads a source', () => {
  const { model, config } = open('rewrite');
  const pass = fovea.decoderTrace(model, { source: text, taken: [7, 8, 9] });
  expectRecomputed(decoderGraph(config), model, pass as never);
});

it('a decoder alone', () => {
  const { model, config } = open('next-word');
  const pass = fovea.decoderTrace(model, { taken: [7, 8, 9, 10] });
  expectRecomputed(decoderGraph(config), model, pass as never);
});

it('a model of pictures', () => {
  const { model, config } = open('pictures');
  const pass = fovea.readPicture(model, paint(drawScene('odd', 3).things), 'odd');
  expectRecomputed(pictureGraph(config), model, pass as never);
});

it('a model with experts', () => {
  const { model, config } = open('experts');
  expectRecomputed(dataflow(config), model, presented(model.encode(text, {}) as never, config));
});
