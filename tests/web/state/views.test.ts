import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { found } from 'fovea-views/questions';
import { describe, expect, it } from 'vitest';
import { dataflow } from '../../../web/src/state/dataflow/graph';
import { inputPart, outputNorm, sublayers } from '../../../web/src/state/parts';
import { initialState, reduce } from '../../../web/src/state/reduce';
import { timeline } from '../../../web/src/state/timeline';
import { hasMap, viewOf, views } from '../../../web/src/state/views';
import { neededParameters } from '../../../web/src/state/what-if/wants';
import { makeModel, makeTrace } from '../fixtures';

const model = makeModel();
const ids = views.map(({ id }) => id);

describe('the descriptors of the views', () => {
  it('have names of their own, and titles', () => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(views.filter(({ title }) => !/\S/.test(title))).toEqual([]);
    expect(viewOf('no such view')).toBeUndefined();
  });

  it('have a folder each, but for the steps that another view shows', () => {
    const folders = readdirSync(join(import.meta.dirname, '../../../web/src/views'));
    const drawn = views.filter(({ figure }) => figure === undefined);
    expect(folders).toEqual(expect.arrayContaining(drawn.map(({ id }) => id)));
  });

  it('point at views, steps and parts that there are', () => {
    const pre = { ...model.config, norm_order: 'pre' } as const;
    const parts = [model.config, pre]
      .map((config) => dataflow(config))
      .flatMap((graph) => [
        inputPart(graph, 0),
        ...sublayers(graph, 0).flat(),
        ...[outputNorm(graph) ?? []].flat(),
      ]);
    const known = new Set<string>(parts.map(({ id }) => id));
    const steps = timeline.map(({ id }) => id);
    for (const { figure, plays, growsFrom, unfoldsParts = [] } of views) {
      if (figure !== undefined) expect(ids).toContain(figure);
      if (plays !== undefined) expect(['everything', ...ids]).toContain(plays);
      if (growsFrom !== undefined) expect(steps).toContain(growsFrom);
      for (const part of unfoldsParts) expect(known).toContain(part);
    }
  });
});

it('the map is beside what shows the model at hand, or unfolds a part of it', () => {
  const beside = ['attention', 'heads', 'what-if', 'effects'].map((view) => hasMap({ view }));
  expect(beside).toEqual([true, true, true, true]);
  expect(['cost', 'recurrence'].map((view) => hasMap({ view }))).toEqual([false, false]);
});

describe('the parameters that a view needs', () => {
  const ready = reduce(initialState(), { type: 'model', model, trace: makeTrace('a b') });
  const of = (view: string) => neededParameters({ ...ready, view, layer: 1 });

  it('are those of the tensors that it unfolds, in the layer on the stage', () => {
    expect(of('expand')).toEqual([
      'encoder.layer.1.intermediate.dense.weight',
      'encoder.layer.1.intermediate.dense.bias',
    ]);
    expect(of('prediction')).toEqual(['embeddings.word_embeddings.weight', 'cls.predictions.bias']);
    expect(of('heatmap')).toEqual([]);
    expect(of('no such view')).toEqual([]);
  });
});

it('what asks a question comes in the order of the places given, the others behind it', () => {
  const places = Object.values(found).map(({ place }) => place ?? Number.POSITIVE_INFINITY);
  expect(places.filter(Number.isFinite).length).toBeGreaterThan(20);
  expect(places).toEqual(places.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
});
