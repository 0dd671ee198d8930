import { beforeAll, describe, expect, it } from 'vitest';
import type { ModelInfo, Outcome } from '../../web/src/model/protocol';
import { sourceOf } from '../../web/src/model/source';
import type { Trace } from '../../web/src/model/trace';
import { bestAt } from '../../web/src/state/defaults';
import { probabilityOf, topGuesses } from '../../web/src/state/prediction';
import { reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { requestKey } from '../../web/src/state/what-if/ask';
import { draw as drawFeedForward } from '../../web/src/views/feed-forward';
import { exciting, otherTexts } from '../../web/src/views/feed-forward/units';
import { draw as drawHeads } from '../../web/src/views/head-roles';
import { askOf } from '../../web/src/views/head-roles/split';
import type { Panel, Scene } from '../../web/src/views/kit/scene';
import { type StepContext, stepContextOf } from '../../web/src/views/kit/step-context';
import { sceneOf } from '../../web/src/views/kit/step-view';
import { draw as drawStack } from '../../web/src/views/layer-readouts';
import { asksOf, settledAfter } from '../../web/src/views/layer-readouts/grid';
import { drawMatrix } from '../../web/src/views/matrix/index';
import { draw as drawPosition } from '../../web/src/views/position-waves';
import { draw as drawProjections } from '../../web/src/views/query-plane/index';
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

/** The figures of fovea-figures.js that are drawn as steps are. */
const figures = {
  matrix: drawMatrix(false),
  'matrix, counted': drawMatrix(true),
  'feed-forward': drawFeedForward,
  'head-roles': drawHeads,
  'position-waves': drawPosition,
  'query-plane': drawProjections,
  'layer-readouts': drawStack,
} as const;

const models = [
  ...['shipped', 'bert', 'pre_relu_learned_padding', 'pre_silu_no_positions'],
  'bert with norm=pre,residual=normed,activation=none',
  'bert with softmax=columns,norm_axis=tokens,mask=leaky',
  'pre_relu_learned_padding with heads=reshaped,output=off,layer@0=off',
  'pre_relu_learned_padding with norm=none,positions=off,mask=causal',
];
const widths = [288, 440, 560, 680, 760, 900];

let states: ReadonlyMap<string, State>;

beforeAll(async () => {
  states = await statesOf([...models, ...otherKinds]);
});

const shipped = (): State => states.get('shipped') as State;

const sceneFor = (name: keyof typeof figures, state: State, width = 900): Scene =>
  sceneOf(name.split(',')[0] ?? '', figures[name], state, { width });

const textsOf = ({ marks }: Scene) =>
  marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []));

const written = (scene: Scene, tensor: string) =>
  scene.marks.flatMap((mark) =>
    mark.kind === 'text' && mark.shows?.tensor === tensor ? [mark] : [],
  );

describe.each([...models, ...otherKinds])('the figures of %s', (model) => {
  function eachScene(check: (scene: Scene, where: string, state: State) => void) {
    const state = states.get(model) as State;
    for (const name of Object.keys(figures) as (keyof typeof figures)[])
      for (const width of otherKinds.includes(model) ? [288, 900] : widths)
        check(sceneFor(name, state, width), `${name} at ${width}`, state);
  }

  it('stay inside their width, and write nothing over anything else', () => {
    eachScene((scene, where) => {
      staysInside(scene, where);
      isLegible(scene, where);
    });
  });

  it('draw and say numbers only', () => {
    eachScene(drawsNumbers);
  });

  it('show in every cell that can be asked the number of that cell', () => {
    eachScene((scene, where, state) => showsItsCells(scene, state, where));
  });
});

describe('matrix', () => {
  const part = (name: string): Panel => {
    const found = panelsOf(sceneFor('matrix', shipped())).find(({ label }) => label.includes(name));
    if (!found) throw new Error(`no ${name}`);
    return found;
  };

  it('shows matrices that are the products of one another', () => {
    const [q, k, s] = [part('queries'), part('keys'), part('scores of')];
    const [w, v, o] = [part('weights of'), part('values of'), part('mixed values')];
    const n = shipped().trace?.encoding.tokens.length ?? 0;
    const product = (a: Panel, b: Panel, i: number, j: number) =>
      Array.from({ length: a.columns }).reduce<number>(
        (sum, _, x) => sum + (a.data[i * a.columns + x] ?? 0) * (b.data[x * b.columns + j] ?? 0),
        0,
      );
    for (let i = 0; i < n; i++) {
      const powers = Array.from({ length: n }, (_, j) => Math.exp((s.data[i * n + j] ?? 0) / 4));
      const sum = powers.reduce((total, power) => total + power, 0);
      for (let j = 0; j < n; j++) {
        expect(product(q, k, i, j)).toBeCloseTo(s.data[i * n + j] ?? 0, 3);
        expect((powers[j] ?? 0) / sum).toBeCloseTo(w.data[i * n + j] ?? 0, 4);
      }
      for (let j = 0; j < o.columns; j++)
        expect(product(w, v, i, j)).toBeCloseTo(o.data[i * o.columns + j] ?? 0, 3);
    }
  });

  it('writes the shapes, what rows add up to, and, once it is asked, the largest column', () => {
    const n = shipped().trace?.encoding.tokens.length ?? 0;
    const scene = sceneFor('matrix', shipped());
    expect(textsOf(scene).filter((text) => text === `${n} × 16`)).toHaveLength(3);
    expect(textsOf(scene).filter((text) => text === `${n} × ${n}`)).toHaveLength(3);
    expect(written(scene, 'row-sum').map(({ text }) => text)).toEqual(Array(n).fill('1.000'));
    expect(written(scene, 'column-sum')).toEqual([]);
    const { data } = part('weights of');
    const sums = Array.from({ length: n }, (_, j) =>
      Array.from({ length: n }).reduce<number>((sum, _, i) => sum + (data[i * n + j] ?? 0), 0),
    );
    const [most] = written(sceneFor('matrix, counted', shipped()), 'column-sum');
    expect(Number(most?.text)).toBeCloseTo(Math.max(...sums), 2);
    expect(most?.shows?.token).toBe(sums.indexOf(Math.max(...sums)));
  });

  it('frames the row and the column of a score that is pointed at', () => {
    const state = shipped();
    const cell = { name: `layers.${state.layer}.attention.scores`, index: [state.head, 2, 5] };
    const scene = sceneFor('matrix', reduce(state, { type: 'point', cell }));
    const lit = panelsOf(scene).filter((panel) => panel.lit.length > 0);
    expect(lit.map(({ label, lit: cells }) => [label.split(' ')[0], cells.length])).toEqual([
      ['queries', 16],
      ['keys', 16],
      ['scores', 1],
    ]);
  });
});

describe('position-waves', () => {
  it('says what was measured: products by distance, and a move that is a turn', () => {
    const state = { ...shipped(), settings: 'move=2' };
    const { caption } = sceneFor('position-waves', state);
    const row = (place: number) => state.trace?.row('embedding.positions', place) ?? [];
    const dot = (a: number, b: number) =>
      Array.from(row(a)).reduce((sum, x, i) => sum + x * (row(b)[i] ?? 0), 0);
    expect(dot(1, 3)).toBeCloseTo(dot(6, 8), 3);
    expect(caption[0]).toContain(`${dot(1, 3).toFixed(1)} at a distance of 2`);
    const from = state.token;
    expect(caption[0]).toContain(`position ${from}, turned, is position ${from + 2} to within`);
    const turned = written(sceneFor('position-waves', state), 'turned');
    for (const { text, shows } of turned) {
      const there = [0, 1].map((i) => row(from + 2)[(shows?.index ?? 0) + i] ?? 0);
      expect(text).toBe(there.map((x) => x.toFixed(2).replace(/^-(?=.*[1-9])/, '−')).join(', '));
    }
    expect(turned.length).toBeGreaterThan(3);
  });

  it('says so where products depend on more than the distance', () => {
    const { caption } = sceneFor('position-waves', states.get('bert') as State);
    expect(caption[0]).toContain('depends on where they stand');
  });
});

describe('query-plane', () => {
  it('reaches as far along the query as the score says, and finds the largest', () => {
    const state = shipped();
    const scores = state.trace?.row(
      `layers.${state.layer}.attention.scores`,
      state.head,
      state.token,
    );
    const scene = sceneFor('query-plane', state);
    const dots = scene.marks.flatMap((mark) => (mark.kind === 'dot' ? [mark.x] : []));
    const origin = dots.pop() ?? 0;
    const named = written(scene, 'score');
    const unit = named.map(
      ({ shows }, i) => ((dots[i] ?? 0) - origin) / (scores?.[shows?.token ?? 0] ?? 1),
    );
    for (const each of unit) expect(each).toBeCloseTo(unit[0] ?? 0, 2);
    const best = scores?.indexOf(Math.max(...scores)) ?? -1;
    expect(scene.caption[1]).toContain(`“${state.trace?.encoding.tokens[best]?.piece}”`);
  });
});

describe('feed-forward', () => {
  const name = (state: State, part: string) => `layers.${state.layer}.feedForward.${part}`;

  it('counts the units that fire at each word', () => {
    const state = shipped();
    const counted = written(sceneFor('feed-forward', state), 'firing');
    expect(counted).toHaveLength(state.trace?.encoding.tokens.length ?? -1);
    for (const { text, shows } of counted) {
      const row = state.trace?.row(name(state, 'hidden'), shows?.token ?? 0) ?? [];
      expect(text).toBe(String(Array.from(row).filter((u) => u > 0).length));
    }
    const own = counted.find(({ shows }) => shows?.token === state.token)?.text;
    expect(sceneFor('feed-forward', state).caption[0]).toContain(
      `For “it” alone, ${own} of 512 hidden units fire`,
    );
  });

  it('finds the words that excite a unit most among all texts that have been run', async () => {
    const fovea = await loadShipped();
    const m = stepContextOf({ ...shipped(), settings: 'unit=94' }, 900) as StepContext;
    const requests = otherTexts(m);
    expect(requests.length).toBeGreaterThan(4);
    const traces = new Map(
      requests.map((request) => [
        requestKey(request),
        know(fovea, modelBytes(), request.text, request.run.structure).trace,
      ]),
    );
    const state = { ...m.state, computed: { ...m.state.computed, traces } };
    const values = [...traces.values(), m.trace].flatMap((trace) =>
      trace.encoding.tokens.map((_, token) => trace.row(name(state, 'activated'), token)[93] ?? 0),
    );
    const [best] = exciting({ ...m, state }, 93, 1);
    expect(best?.value).toBe(Math.max(...values));
    const [first] = written(sceneFor('feed-forward', state), 'excites');
    expect(Number(first?.text)).toBeCloseTo(Math.max(...values), 2);
  });

  it('lets all units through where there is no activation', async () => {
    const known = know(await loadShipped(), modelBytes(), 'the cat sleeps', 'activation=none');
    const scene = sceneFor('feed-forward', stateOf(known));
    expect(written(scene, 'firing').map(({ text }) => text)).toEqual(['512', '512', '512']);
    expect(scene.caption[0]).toContain('without an activation');
  });
});

describe('layer-readouts', () => {
  /** The state with the readings of every word, each by a run of the core with fewer layers. */
  async function read(state: State): Promise<State> {
    const fovea = await loadShipped();
    const m = stepContextOf(state, 900) as StepContext;
    const runs = new Map<string, Trace>();
    const run = (structure: string): Trace => {
      const found =
        runs.get(structure) ?? know(fovea, modelBytes(), state.sentence, structure).trace;
      runs.set(structure, found);
      return found;
    };
    const outcomes = asksOf(m).map((ask): [string, Outcome[]] => {
      const all = Array.from({ length: ask.count }, (_, i): Outcome => {
        const logits = run(ask.variant(i).structure ?? '').row('logits', ask.token);
        const best = logits.indexOf(Math.max(...logits));
        const asked = ask.pieces.map((id) => probabilityOf(logits, id));
        return { best, probability: probabilityOf(logits, best), asked };
      });
      return [ask.key, all];
    });
    expect(runs.size).toBe(5);
    return { ...state, computed: { ...state.computed, outcomes: new Map(outcomes) } };
  }

  it('reads every word after every layer, and in the end as the model does', async () => {
    const state = await read(shipped());
    const { trace, model, token } = state as State & { trace: Trace; model: ModelInfo };
    const early = written(sceneFor('layer-readouts', { ...state, settings: 'read=0' }), 'read');
    expect(early).toHaveLength(5 * trace.encoding.tokens.length);
    for (const { text, shows } of early.filter(({ shows }) => shows?.index === 4)) {
      const [guess] = topGuesses(trace, model.vocabulary, shows?.token ?? 0, 1);
      expect(text).toBe(guess?.piece);
    }
    const settled = settledAfter(stepContextOf(state, 900) as StepContext, token) ?? -1;
    const own = early.filter(({ shows }) => shows?.token === token).map(({ text }) => text);
    expect(own.slice(settled)).toEqual(own.slice(settled).fill('animal'));
    expect(own[settled - 1]).not.toBe('animal');
  });

  it('keeps the word in focus a secret until there is a guess', async () => {
    const state = await read(shipped());
    const hidden = sceneFor('layer-readouts', state);
    expect(written(hidden, 'read').map(({ shows }) => shows?.token)).not.toContain(state.token);
    expect(hidden.caption[1]).toContain('once you have guessed');
    const shown = sceneFor('layer-readouts', { ...state, settings: 'read=0' });
    expect(shown.caption[1]).toMatch(/At “it” it reads .*“animal” \([\d.]+\s%\) after layer 4\./);
  });
});

describe('head-roles', () => {
  /** The state with what the core says with each head of the layer muted. */
  async function muted(state: State): Promise<State> {
    const model = (await loadShipped()).loadModel(sourceOf(modelBytes()));
    const ask = askOf(stepContextOf(state, 900) as StepContext);
    if (!ask) throw new Error('nothing is read');
    const { text, token } = ask;
    const pieces = [...ask.pieces];
    const variants = Array.from({ length: ask.count }, (_, i) => ask.variant(i));
    const flat = [
      ...model.outcomes(text, { masked: [], token, pieces, variants: variants as never }),
    ];
    model.delete();
    const outcomes = variants.map((_, i): Outcome => {
      const [best = 0, probability = 0, asked = 0] = flat.slice(3 * i, 3 * i + 3);
      return { best, probability, asked: [asked] };
    });
    return { ...state, computed: { ...state.computed, outcomes: new Map([[ask.key, outcomes]]) } };
  }

  it('measures what is left without each head, once there is a guess', async () => {
    const state = await muted(shipped());
    expect(written(sceneFor('head-roles', state), 'left')).toEqual([]);
    const scene = sceneFor('head-roles', { ...state, settings: 'head=0' });
    const left = written(scene, 'left').map(({ text }) => Number(text.replace('>', '')));
    expect(left).toHaveLength(8);
    const worst = left.indexOf(Math.min(...left));
    expect(scene.caption[1]).toContain(
      `without head ${worst + 1}, ${(100 * (left[worst] ?? 0)).toFixed(1)}\u00a0%`,
    );
  });

  it('counts the weights of the layer’s four matrices', () => {
    const state = shipped();
    const count = ['self.query', 'self.key', 'self.value', 'output.dense']
      .map((name) => state.parameters.get(`encoder.layer.0.attention.${name}.weight`)?.data.length)
      .reduce((sum = 0, length = 0) => sum + length, 0);
    const { caption } = sceneFor('head-roles', state);
    expect(caption[0]).toContain(`${count?.toLocaleString('en')} weights`);
  });

  it('gives each role an example of this text, with its weight', () => {
    const state = shipped();
    const texts = textsOf(sceneFor('head-roles', state));
    const { layer, head } = (state.model && bestAt(state.model, 'antecedent')) ?? state;
    const row = state.trace?.row(`layers.${layer}.attention.weights`, head, state.token) ?? [];
    const most = Math.max(...row);
    const piece = state.trace?.encoding.tokens[Array.from(row).indexOf(most)]?.piece;
    expect(texts).toContain(
      `antecedent: from a pronoun to the word it stands for; here “it” → “${piece}” ${most.toFixed(3).slice(1)}`,
    );
  });
});
