import { beforeAll, describe, expect, it } from 'vitest';
import { initialState, reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { timeline } from '../../web/src/state/timeline';
import { neededParameters } from '../../web/src/state/what-if/wants';
import { attentionRowOf } from '../../web/src/views/attention/attention-row';
import { figure as block } from '../../web/src/views/block';
import { figure as headsView } from '../../web/src/views/heads';
import { figure as heatmapView } from '../../web/src/views/heatmap';
import { scalesOf } from '../../web/src/views/kit/legend';
import type { Panel, Scene } from '../../web/src/views/kit/scene';
import { stepViews } from '../../web/src/views/registry';
import {
  drawsNumbers,
  isLegible,
  otherKinds,
  panelsOf,
  showsItsCells,
  stateOf,
  statesOf,
  staysInside,
} from './scene-checks';
import { loadShipped, modelBytes } from './shipped';
import { know } from './variants';

const views = [...stepViews, block, heatmapView, headsView];
const models = [
  ...['shipped', 'bert', 'pre_relu_learned_padding', 'pre_silu_no_positions'],
  // Run otherwise than they were trained.
  'bert with residual=off,scale=off',
  'bert with norm=pre,residual=normed,activation=none',
  'pre_relu_learned_padding with norm=none,positions=off',
  'bert with scale=2.5,residual@0=0.5,layer@1=off,mask=padding',
  'bert with softmax=columns,norm_axis=tokens,mask=leaky',
  'pre_relu_learned_padding with heads=reshaped,output=off,layer@0=off',
];

const widths = [288, 320, 480, 560, 600, 760, 900];

let states: ReadonlyMap<string, State>;

beforeAll(async () => {
  states = await statesOf([...models, ...otherKinds]);
});

/** Widths of a figure that is folded away, or squeezed to a line. */
const noRoom = [0, 0.5, 1, 8, 40];

function eachScene(model: string, check: (scene: Scene, state: State, where: string) => void) {
  const state = states.get(model) as State;
  for (const view of views)
    for (const width of otherKinds.includes(model) ? [288, 900] : widths)
      check(view.layout(state, { width }), state, `${view.id} at ${width}`);
}

describe.each([...models, ...otherKinds])('the views of %s', (model) => {
  it('stay inside their width, from 288 px on', () => {
    eachScene(model, (scene, _, where) => {
      expect(scene.height, where).toBeGreaterThan(100);
      staysInside(scene, where);
    });
  });

  it('write nothing over anything else, nor over the edge', () => {
    eachScene(model, (scene, _, where) => isLegible(scene, where));
  });

  it('draw numbers only, and none that is not finite', () => {
    eachScene(model, (scene, _, where) => drawsNumbers(scene, where));
  });

  it('show in every cell that can be asked the number of that cell', () => {
    eachScene(model, showsItsCells);
  });

  it('are laid out where there is no room for them', () => {
    const state = states.get(model) as State;
    for (const view of views)
      for (const width of noRoom)
        for (const panel of panelsOf(view.layout(state, { width })))
          expect(panel.rows * panel.columns, `${view.id} at ${width}`).toBe(panel.data.length);
  });

  it('name every handle and every picture', () => {
    eachScene(model, ({ marks }, _, where) => {
      for (const mark of marks)
        if (mark.kind === 'handle' || mark.kind === 'panel')
          expect(mark.label, where).toMatch(/\S/);
    });
  });
});

const sceneOf = (id: string) =>
  (stepViews.find((view) => view.id === id) as (typeof stepViews)[0]).layout(
    states.get('shipped') as State,
    { width: 900 },
  );

it.each(['attention-norm', 'expand', 'activate', 'projections', 'prediction'])(
  'bars have the end of their scale beside them: %s',
  (id) => {
    const scene = sceneOf(id);
    const written = scene.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
    const bars = panelsOf(scene).filter(({ look }) => look === 'bars');
    expect(bars.length).toBeGreaterThan(1);
    for (const { scale, data, label } of bars) {
      const bound = scale.kind === 'signed' ? scale.bound : 1;
      expect(Math.max(...data.map(Math.abs)), label).toBeLessThanOrEqual(bound);
      const sign = data.some((x) => x < 0) ? '±' : '≤ ';
      expect(written, label).toContain(`${sign}${bound.toFixed(bound < 1 ? 2 : 1)}`);
    }
  },
);

it('a legend gives the bounds of every scale of the cells that a step colours', () => {
  const state = states.get('shipped') as State;
  const { marks } = sceneOf('concat');
  const ends = marks.filter((mark) => mark.kind === 'panel' && mark.label.startsWith('scale from'));
  const scales = scalesOf(marks);
  expect(ends).toHaveLength(scales.length);
  const name = `layers.${state.layer}.attention.heads`;
  const bound = Math.max(...(state.trace?.tensor(name).data.map(Math.abs) ?? []));
  const scale = { kind: 'signed', role: 'value', bound };
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
  // Without positions nothing is added, and the norm's input is shown by its spread alone.
  const adds = !model.includes('positions=off');
  if (adds && state.trace?.has('embedding.sum')) expect(shown).toContain('embedding.sum');
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
  expect(scene?.tip?.text).toBe(scene?.readout);
  const panel = lit[2] as Panel;
  const at = Math.floor((panel.lit[0] ?? 0) / panel.columns) * (panel.height / panel.rows);
  expect(scene?.tip?.y).toBeCloseTo(panel.y + at - 4, 6);
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

const viewOf = (id: string) => views.find((each) => each.id === id) as (typeof views)[number];

/** A view of the shipped model on a sentence of its own. */
async function sceneFor(id: string, text: string, width = 900): Promise<[Scene, State]> {
  const state = stateOf(know(await loadShipped(), modelBytes(), text));
  return [viewOf(id).layout({ ...state, view: id, tables: true }, { width }), state];
}

it('the block names its parts inside their boxes and shows no matrices', () => {
  const state = states.get('shipped') as State;
  for (const width of [400, 1000]) {
    const { marks } = viewOf('block').layout(state, { width });
    expect(marks.filter(({ kind }) => kind === 'panel')).toEqual([]);
    const boxes = marks.flatMap((mark) =>
      mark.kind === 'handle' && mark.action.kind === 'go' ? [mark] : [],
    );
    expect(boxes).toHaveLength(11);
    for (const { x, y, width: wide, height } of boxes)
      expect(
        marks.some(
          (mark) =>
            mark.kind === 'text' &&
            Math.abs(mark.x - x - wide / 2) < 1 &&
            mark.y > y &&
            mark.y < y + height,
        ),
      ).toBe(true);
  }
});

it('all heads of a long text say below of which words, at any width', async () => {
  const long = Array.from({ length: 40 }, (_, i) => (i % 2 ? 'dog' : 'the')).join(' ');
  for (const width of [288, 328, 560, 900]) {
    const [{ marks, height }] = await sceneFor('heads', long, width);
    const notes = marks.flatMap((mark) =>
      mark.kind === 'text' && mark.anchor === 'end' && mark.x === width ? [mark] : [],
    );
    expect(notes.map(({ text }) => text).join(' ')).toMatch(/entropy in bits.* words \d+ to \d+/);
    expect(notes).toHaveLength(width < 440 ? 2 : 1);
    for (const { text, y } of notes) {
      expect(text.length * 6).toBeLessThan(width);
      expect(y).toBeLessThan(height);
    }
  }
});

it.each([12, 24])('the block has room for the numbers of %s layers at any width', (count) => {
  const state = states.get('shipped') as State;
  const { model } = state;
  if (!model) throw new Error('there is no model');
  const deep = { ...model, config: { ...model.config, num_hidden_layers: count } };
  for (const width of [288, 328, 480, 560, 760, 912]) {
    const { marks } = viewOf('block').layout({ ...state, model: deep }, { width });
    const numbers = marks.filter(
      (mark) => mark.kind === 'handle' && /^layer \d+$/.test(mark.label) && mark.look === 'choice',
    );
    expect(numbers).toHaveLength(count);
    const after = marks.filter((mark) => mark.kind === 'text' && mark.text === 'in full');
    expect(after).toHaveLength(1);
    for (const mark of [...numbers, ...after]) {
      const own = mark.kind === 'handle' ? mark.width : 'in full'.length * 6;
      const right = mark.kind === 'panel' || !('x' in mark) ? 0 : mark.x + own;
      expect(right, `${mark.kind} at ${width}`).toBeLessThanOrEqual(width);
      expect(right).toBeGreaterThan(0);
    }
  }
});

it.each([900, 400])(
  'a word stands once as it was typed, over all of its pieces, at %s px',
  async (width) => {
    const [{ marks }, state] = await sceneFor('tokens', 'the xylophonist sleeps', width);
    const all = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
    const texts = all.slice(0, all.indexOf('Vocabulary'));
    expect(state.trace?.encoding.tokens.length).toBeGreaterThan(4);
    expect(texts.filter((text) => text === 'xylophonist')).toHaveLength(1);
    const pieces = state.trace?.encoding.tokens.filter(({ piece }) => piece.startsWith('##')) ?? [];
    for (const { begin, end } of pieces)
      expect(texts).not.toContain(state.trace?.encoding.text.slice(begin, end));
  },
);

it('the position step computes with the place that it names, and with a number of its curves', () => {
  const state = states.get('shipped') as State;
  const { caption, marks, spelt } = viewOf('position').layout(state, { width: 900 });
  expect(caption.join(' ')).toContain(`is at position ${state.token}, counting from 0`);
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));
  expect(texts).toContain(`p, pos = ${state.token}`);
  const dimension = spelt[0]?.cell.index[1] ?? -1;
  const value = state.trace?.row('embedding.positions', state.token)[dimension] ?? 0;
  const named = texts.filter((text) => text.startsWith(`number ${dimension + 1}: `));
  expect(named).toHaveLength(1);
  expect(named[0]).toContain(value.toFixed(2).replace('-', '−'));
  const factor = 10_000 ** ((dimension - (dimension % 2)) / 128);
  expect(Math.abs(Math.sin(state.token / factor))).toBeGreaterThan(0.01);
});

it('the strongest response of the hidden units is the largest of them, not the most negative', () => {
  const state = states.get('shipped') as State;
  const { caption, spelt } = viewOf('expand').layout(state, { width: 900 });
  const row = state.trace?.row(`layers.${state.layer}.feedForward.hidden`, state.token);
  const most = Math.max(...(row ?? []));
  expect(caption.join(' ')).toContain(
    `number ${(row?.indexOf(most) ?? -2) + 1}, ${most.toFixed(2)}.`,
  );
  expect(spelt[0]?.value).toBe(most);
});

it('says which of two equal words it means', async () => {
  const [scene, state] = await sceneFor('heads', 'your cat is a lovely cat');
  const looked = viewOf('heads').layout({ ...state, token: 5 }, { width: 900 });
  expect(looked.caption.join(' ')).toContain('the second “cat” looks most at');
  expect(scene.caption.join(' ')).not.toContain('the second “cat” looks');
});

it('names of pictures are words, and of no two asked panels the same but for equal numbers', () => {
  eachScene('shipped', ({ marks }, _, where) => {
    const asked = marks.filter((mark) => mark.kind === 'panel').filter(({ cells }) => cells);
    for (const { label } of asked)
      expect(label, where).not.toMatch(/layers\.\d|embedding\.|feedForward/);
    const numbers = new Map<string, string>();
    for (const { label, data } of asked) {
      expect(numbers.get(label) ?? data.join(), `${where}: ${label}`).toBe(data.join());
      numbers.set(label, data.join());
    }
  });
});

it('what was measured once is not measured again when the pointer moves', () => {
  const state = states.get('shipped') as State;
  const facts = attentionRowOf(state);
  expect(attentionRowOf(reduce(state, { type: 'hover', token: 1 }))).toBe(facts);
  expect(attentionRowOf(reduce(state, { type: 'focus', token: 1 }))).not.toBe(facts);
});

it('the caption of each view is a sentence of at most 30 words and three numbers', () => {
  const long: string[] = [];
  eachScene('shipped', ({ caption: [happens], view }) => {
    const words = happens.split(/\s+/).length;
    const numbers = happens.match(/\d[\d.,]*/g)?.length ?? 0;
    const sentences = happens.match(/[.?!](?=\s|$)/g)?.length ?? 0;
    if (words > 30 || numbers > 3 || sentences > 1)
      long.push(`${view} ${words} ${numbers} ${sentences}: ${happens}`);
  });
  expect([...new Set(long)]).toEqual([]);
});
