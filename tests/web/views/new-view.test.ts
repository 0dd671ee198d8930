import { expect, it, vi } from 'vitest';
import { dataflow } from '../../../web/src/state/dataflow/graph';
import { neededParameters } from '../../../web/src/state/needs';
import { inputPart, isUnfolded } from '../../../web/src/state/parts';
import { initialState, reduce } from '../../../web/src/state/reduce';
import { spanOf, timeline, viewAt, whole } from '../../../web/src/state/timeline';
import type { ViewDescriptor } from '../../../web/src/state/views';
import { text } from '../../../web/src/views/kit/frame';
import { stepView } from '../../../web/src/views/kit/step-view';
import { makeModel, makeTrace } from '../fixtures';

/** What `web/src/state/views.ts` would have for a step of the name "example", as its last line. */
vi.mock('../../../web/src/state/views', async (original) => {
  const real = await original<typeof import('../../../web/src/state/views')>();
  const example: ViewDescriptor = {
    id: 'example',
    title: 'An example',
    tick: 'example',
    of: 'layer',
    unfoldsTensors: ['layers.{l}.attention.output'],
    unfoldsParts: ['x'],
  };
  const views = [...real.views, example];
  return { ...real, views, viewOf: (id: string) => views.find((view) => view.id === id) };
});

/** A view is one file that draws it and one entry in the list: all else follows from the two. */
it('a new step is on the timeline, has its parameters and its part of the map, and is drawn', () => {
  const at = timeline.length - 1;
  expect(timeline[at]).toEqual({ id: 'example', name: 'example', view: 'example' });
  expect(spanOf('example')).toEqual({ begin: at, end: at + 1 });
  expect(viewAt('prediction', at + 0.5, whole)).toBe('example');

  const model = makeModel();
  const start = reduce(initialState(), { type: 'model', model, trace: makeTrace('a b') });
  const state = reduce(start, { type: 'go', step: 'example', layer: 1 });
  expect(state).toMatchObject({ view: 'example', time: at + 1, layer: 1 });
  expect(neededParameters(state)).toEqual([
    'encoder.layer.1.attention.output.dense.weight',
    'encoder.layer.1.attention.output.dense.bias',
  ]);
  expect(isUnfolded(inputPart(dataflow(model.config), 1), 'example')).toBe(true);

  const view = stepView('example', (m, frame) => ({
    marks: [text(frame.left, 12, m.word)],
    bottom: 20,
    caption: ['A word.', 'Its number.'],
    chosen: [],
  }));
  const scene = view.layout(state, { width: 600 });
  expect(scene).toMatchObject({
    view: 'example',
    title: 'An example',
    caption: ['A word.', 'Its number.'],
  });
  expect(scene.marks).toMatchObject([{ kind: 'text', text: 'a' }]);
});
