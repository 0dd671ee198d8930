import { beforeAll, describe, expect, it } from 'vitest';
import { exists, valuesOf } from '../../web/src/state/dataflow/values';
import { neededParameters } from '../../web/src/state/needs';
import { initialState, reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { timeline } from '../../web/src/state/timeline';
import { attentionRowOf } from '../../web/src/views/attention/attention-row';
import { block } from '../../web/src/views/block/block';
import { headsView } from '../../web/src/views/heads/heads';
import { heatmapView } from '../../web/src/views/heatmap/heatmap';
import { textWidth } from '../../web/src/views/kit/frame';
import { scalesOf } from '../../web/src/views/kit/legend';
import { cellAt, placeOf } from '../../web/src/views/kit/panel';
import type { Mark, Panel, Scene } from '../../web/src/views/kit/scene';
import { stepViews } from '../../web/src/views/registry';
import { loadShipped, modelBytes } from './shipped';
import { type Known, know, variantBytes } from './variants';

const views = [...stepViews, block, heatmapView, headsView];
const models = ['shipped', 'bert', 'pre_relu_learned_padding', 'pre_silu_no_positions'];
const widths = [288, 320, 480, 560, 600, 760, 900];

let states: ReadonlyMap<string, State>;

function stateOf({ info, trace, parameters }: Known): State {
  const start = initialState({ sentence: trace.encoding.text });
  const ready = reduce(start, { type: 'model', model: info, trace });
  return [...parameters.values()].reduce(
    (state, parameter) => reduce(state, { type: 'parameter', parameter }),
    ready,
  );
}

beforeAll(async () => {
  const fovea = await loadShipped();
  const sentence = "The animal didn't cross the street because it was too tired";
  states = new Map(
    models.map((name) => {
      const bytes = name === 'shipped' ? modelBytes() : variantBytes(name);
      const text = name === 'shipped' ? sentence : 'a b c a';
      return [name, stateOf(know(fovea, bytes, text))];
    }),
  );
});

const panelsOf = ({ marks }: Scene): Panel[] => marks.filter((mark) => mark.kind === 'panel');

/** Left and right edge of a mark that has them. */
function edges(mark: Mark): readonly [number, number] | null {
  if (mark.kind === 'panel' || mark.kind === 'rect' || mark.kind === 'handle')
    return [mark.x, mark.x + mark.width];
  return mark.kind === 'dot' ? [mark.x - mark.r, mark.x + mark.r] : null;
}

/** Where the letters of what stays written are, by the measure that the steps lay out with. */
function letters({ marks }: Scene) {
  const texts = marks.filter((mark) => mark.kind === 'text').filter(({ keys }) => !keys);
  return texts.map(({ text, x, y, size, serif, anchor }) => {
    const width = textWidth(text, size, serif);
    const left = x - { start: 0, middle: width / 2, end: width }[anchor];
    return { text, left, right: left + width, top: y - 0.75 * size, bottom: y + 0.15 * size };
  });
}

type Letters = ReturnType<typeof letters>[number];

const meet = (a: Letters, b: Letters): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

function eachScene(model: string, check: (scene: Scene, state: State, where: string) => void) {
  const state = states.get(model) as State;
  for (const view of views)
    for (const width of widths)
      check(view.layout(state, { width }), state, `${view.id} at ${width}`);
}

describe.each(models)('the views of %s', (model) => {
  it('stay inside their width, from 288 px on', () => {
    eachScene(model, ({ marks, width, height }, _, where) => {
      expect(height, where).toBeGreaterThan(100);
      for (const mark of marks) {
        const [left, right] = edges(mark) ?? [0, 0];
        expect(left, `${where}: ${mark.kind}`).toBeGreaterThanOrEqual(-4);
        expect(right, `${where}: ${mark.kind}`).toBeLessThanOrEqual(width + 4);
      }
    });
  });

  it('write nothing over anything else, nor over the edge', () => {
    eachScene(model, (scene, _, where) => {
      const all = letters(scene);
      for (const [i, one] of all.entries()) {
        expect(one.left, `${where}: ${one.text}`).toBeGreaterThanOrEqual(-2);
        expect(one.right, `${where}: ${one.text}`).toBeLessThanOrEqual(scene.width + 2);
        const other = all.slice(i + 1).find((next) => meet(one, next));
        expect(other?.text, `${where}: over ${one.text}`).toBeUndefined();
      }
    });
  });

  it('draw numbers only, and none that is not finite', () => {
    eachScene(model, ({ marks, caption }, _, where) => {
      expect(JSON.stringify(marks.map((mark) => ({ ...mark, data: 0 }))), where).not.toMatch(
        /NaN|null,"(?:x|y|width)"|"(?:x|y|width|height)":null|undefined/,
      );
      expect(caption, where).toMatch(/^[A-Z“].*[.)]$/);
      expect(caption, where).not.toMatch(/NaN|undefined/);
    });
  });

  it('show in every cell that can be asked the number of that cell', () => {
    eachScene(model, (scene, state, where) => {
      const values = valuesOf(state.trace as NonNullable<State['trace']>, state.parameters);
      for (const panel of panelsOf(scene)) {
        expect(panel.data.length, where).toBe(panel.rows * panel.columns);
        if (!panel.cells) continue;
        for (const place of [0, Math.floor(panel.data.length / 3), panel.data.length - 1]) {
          const cell = cellAt(panel, place);
          if (!cell || !exists(values, cell)) throw new Error(`${where}: no cell ${place}`);
          expect(panel.data[place], where).toBe(values.at(cell));
          expect(placeOf(panel, cell), where).toBe(place);
        }
      }
    });
  });

  it('name every handle and every picture', () => {
    eachScene(model, ({ marks }, _, where) => {
      for (const mark of marks)
        if (mark.kind === 'handle' || mark.kind === 'panel')
          expect(mark.label, where).toMatch(/\S/);
    });
  });
});

it('a legend gives the bounds of every scale that a step uses', () => {
  const state = states.get('shipped') as State;
  const { marks } = (
    stepViews.find((view) => view.id === 'attention-norm') as (typeof stepViews)[0]
  ).layout(state, { width: 900 });
  const ends = marks.filter((mark) => mark.kind === 'panel' && mark.label.startsWith('scale from'));
  const scales = scalesOf(marks);
  expect(ends).toHaveLength(scales.length);
  const name = `layers.${state.layer}.attention.norm`;
  const bound = Math.max(...(state.trace?.tensor(name).data.map(Math.abs) ?? []));
  const scale = { kind: 'signed', role: 'norm', bound };
  expect(scales).toContainEqual({ tensor: name, scale });
});

it('a legend calls each tensor by another name', () => {
  for (const model of models) {
    eachScene(model, ({ marks }, _, where) => {
      const labels = marks
        .filter((mark) => mark.kind === 'panel' && mark.label.startsWith('scale from'))
        .map((mark) => (mark.kind === 'panel' ? mark.label.replace(/^.*?, /, '') : ''));
      expect(new Set(labels).size, `${where}: ${labels}`).toBe(labels.length);
    });
  }
});

it.each(models)('the position step of %s ends where layer 1 begins', (model) => {
  const state = states.get(model) as State;
  const view = stepViews.find(({ id }) => id === 'position') as (typeof stepViews)[0];
  const shown = panelsOf(view.layout(state, { width: 900 })).map(
    (panel) => panel.cells?.origin.name,
  );
  expect(shown).toContain('embedding.output');
  if (state.model?.config.embedding_norm) expect(shown).toContain('embedding.sum');
});

it.each(models)('the parameters that a view of %s asks for are all that it draws', (model) => {
  const all = states.get(model) as State;
  for (const view of views) {
    const bare = { ...all, view: view.id, parameters: new Map() };
    const needed = neededParameters(bare).map((name) => [name, all.parameters.get(name)] as const);
    const parameters = new Map(needed) as State['parameters'];
    const scenes = [all.parameters, parameters].map((known) =>
      view.layout({ ...all, view: view.id, parameters: known }, { width: 900 }),
    );
    const drawn = scenes.map(({ marks, spelt }) => ({
      marks,
      spelt: spelt.map((one) => one.cell),
    }));
    expect(drawn[1], view.id).toEqual(drawn[0]);
  }
});

describe('every step of the timeline', () => {
  it('has a view of its name', () => {
    const known = new Set([...stepViews.map((view) => view.id), 'attention']);
    expect(timeline.filter((step) => !known.has(step.view))).toEqual([]);
  });

  it('draws nothing without a trace', () => {
    for (const view of views) expect(view.layout(initialState(), { width: 600 }).marks).toEqual([]);
  });
});

it('lights what is pointed at, and what it was computed from', () => {
  const state = states.get('shipped') as State;
  const projections = stepViews.find((view) => view.id === 'projections');
  const cell = {
    name: `layers.${state.layer}.attention.query`,
    index: [state.token, state.head * 16 + 3],
  };
  const scene = projections?.layout(reduce(state, { type: 'point', cell }), { width: 900 });
  const lit = panelsOf(scene as Scene).filter((panel) => panel.lit.length > 0);
  expect(lit.map((panel) => [panel.cells?.origin.name, panel.lit.length])).toEqual([
    [`layers.${state.layer - 1}.feedForward.norm`, 128],
    [`encoder.layer.${state.layer}.attention.self.query.weight`, 128],
    [cell.name, 1],
  ]);
  const where = `layer ${state.layer + 1} · head ${state.head + 1} · number 4`;
  expect(scene?.readout).toMatch(new RegExp(`^−?\\d+\\.\\d{3}: query of “it”, ${where}$`));
});

it.each(['heatmap', 'block'])(
  '%s writes no word on another, however many there are',
  async (id) => {
    const fovea = await loadShipped();
    const long = Array.from({ length: 64 }, (_, i) => (i % 2 ? 'dog' : 'the')).join(' ');
    const state = stateOf(know(fovea, modelBytes(), long));
    const n = state.trace?.encoding.tokens.length ?? 0;
    expect(n).toBeGreaterThan(40);
    const view = views.find((each) => each.id === id) as (typeof views)[0];
    for (const width of [560, 900]) {
      const words = view
        .layout(state, { width })
        .marks.filter((mark) => mark.kind === 'text' && mark.anchor === 'end' && mark.serif);
      const places = words.map((mark) => (mark.kind === 'text' ? [mark.x, mark.y] : []));
      expect(places.length).toBeGreaterThan(0);
      for (const [x, y] of places)
        expect(
          places.filter(([a = 0, b = 0]) => a === x && Math.abs(b - (y ?? 0)) < 11),
        ).toHaveLength(1);
    }
  },
);

it('what was measured once is not measured again when the pointer moves', () => {
  const state = states.get('shipped') as State;
  const facts = attentionRowOf(state);
  expect(attentionRowOf(reduce(state, { type: 'hover', token: 1 }))).toBe(facts);
  expect(attentionRowOf(reduce(state, { type: 'focus', token: 1 }))).not.toBe(facts);
});
