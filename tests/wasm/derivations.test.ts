import { describe, expect, it } from 'vitest';
import { encodeText } from '../../web/src/model/bytes';
import type { ModelInfo } from '../../web/src/model/protocol';
import { sourceOf } from '../../web/src/model/source';
import { Trace } from '../../web/src/model/trace';
import { firstSentence, swapOf } from '../../web/src/state/presets';
import { initialState, reduce } from '../../web/src/state/reduce';
import { readSettings } from '../../web/src/state/settings';
import type { State } from '../../web/src/state/state';
import { type EncodeRequest, requestKey } from '../../web/src/state/what-if/ask';
import { readingOf, waysText } from '../../web/src/views/embedding-map/caption';
import { mapDerivations } from '../../web/src/views/embedding-map/index';
import { mapScene, spaceOf, wordTable } from '../../web/src/views/embedding-map/scene';
import { askingOf, type Derive, type Told } from '../../web/src/views/kit/derivation';
import type { FigureContext } from '../../web/src/views/kit/hosted-figure';
import { normsDerivations } from '../../web/src/views/norms/index';
import { keyOf, normsScene, requestsOf } from '../../web/src/views/norms/scene';
import { residualDerivations } from '../../web/src/views/residual/index';
import { gains, requestOf } from '../../web/src/views/residual/runs';
import { residualScene, subjectOf } from '../../web/src/views/residual/scene';
import { askedIn, computed, numberIn } from '../web/views/arithmetic';
import { loadShipped, modelBytes } from './shipped';

const fovea = await loadShipped();
const model = fovea.loadModel(sourceOf(modelBytes()));
const info = model.info() as unknown as ModelInfo;
const trace = new Trace(
  encodeText(model, { text: firstSentence, masked: [], run: { structure: '', changes: [] } }),
);

function stateWith(requests: readonly EncodeRequest[], settings = ''): State {
  const start = initialState({ sentence: firstSentence, settings });
  const ready = reduce(start, { type: 'model', model: info, trace });
  const traces = new Map(
    requests.map((each) => [requestKey(each), new Trace(encodeText(model, each))]),
  );
  const parameters = new Map([[wordTable, model.parameter(wordTable)]]);
  return { ...ready, parameters, computed: { ...ready.computed, traces } };
}

const contextOf = (state: State, kept: Readonly<Record<string, unknown>> = {}): FigureContext => ({
  ...{ state, trace, model: info, size: { width: 640 }, animate: null },
  dispatch: () => {},
  choices: readSettings(state.settings),
  choose: () => {},
  kept: <T>(name: string, first: T): T => (kept[name] as T | undefined) ?? first,
  keep: () => {},
});

/** The formula comes to its number, which is the one that is written. */
function expectTrue(derive: Derive, keys: readonly string[], near: number): void {
  for (const key of keys) {
    const of = derive(key);
    const written = of?.how?.written;
    if (!of?.how || !written) throw new Error(`nothing says how ${key} is computed`);
    const { value, operands } = of.how;
    expect(Math.abs(computed(written) - value), key).toBeLessThan(1e-9 * Math.max(1, value));
    const said = numberIn(of.text);
    expect(Math.abs(said - value), `${key}: ${of.text}`).toBeLessThan(
      near * Math.max(1, Math.abs(value)),
    );
    expect(
      operands.every((each) => Number.isFinite(each.value)),
      key,
    ).toBe(true);
  }
}

/** The answer about each number of a text that can be asked is about that number. */
function expectAsked(told: Told, derive: Derive, count: number): void {
  const asked = askedIn(told);
  expect(asked).toHaveLength(count);
  expectTrue(
    derive,
    asked.map(({ key }) => key),
    0.006,
  );
  for (const { text, key } of asked)
    expect(Math.abs(numberIn(derive(key)?.text ?? 'NaN') - numberIn(text)), key).toBeLessThan(
      0.006,
    );
}

describe('numbers that a figure computes', () => {
  it('of the norms come from what each norm reads', () => {
    const first = contextOf(stateWith([]));
    const m = contextOf(stateWith(requestsOf(first), 'batch=4'));
    const scene = normsScene(m);
    expect(scene.compared).toHaveLength(4);
    const derive = normsDerivations(scene);
    const keys = (['layer', 'batch'] as const).flatMap((which) =>
      (['mean', 'deviation', 'number'] as const).flatMap((what) =>
        [1, 2, 3, 4].map((count) => keyOf(which, what, count)),
      ),
    );
    expectTrue(derive, keys, 0.001);
    expectAsked(scene.text, derive, 3);
    const { operands = [] } = derive('layer mean 1')?.how ?? {};
    expect(operands).toHaveLength(128);
    const { follow } = askingOf(m);
    expect(operands.every((each) => follow(each) !== null)).toBe(true);
  });

  it('of the residual connection come from the runs', () => {
    const bare = contextOf(stateWith([]));
    const subject = subjectOf(bare);
    if (!subject) throw new Error('the model predicts nothing');
    const { token, piece } = subject;
    const requests = [1, 0.5, 0].map((gain) => requestOf(bare.state, gain, token, piece));
    const m = contextOf(stateWith(requests, 'gain=0.5'), { guess: 0 });
    const scene = residualScene(m, subject);
    const derive = residualDerivations(m, scene);
    expect(scene.runs.gained.gain).toBe(0.5);
    const layers = [...scene.runs.own.own.keys()];
    expect(layers).toHaveLength(5);
    const each = (name: string) => layers.map((layer) => `${name} ${layer}`);
    expectTrue(derive, [...each('own'), ...each('gained')], 0.006);
    expectTrue(derive, [...each('path'), ...each('bare'), 'path times', 'bare times'], 0.05);
    expectAsked(scene.texts.own, derive, 2);
    expectAsked(scene.texts.gradient, derive, 4);
    expect(gains).toContain(0.5);
  });

  it('of the map come from the embedding table and from the run', () => {
    const twin = swapOf(firstSentence)?.text ?? '';
    const own = { structure: '', changes: [] };
    const m = contextOf(stateWith([{ text: twin, masked: [], run: own }]), { guess: -1 });
    const table = m.state.parameters.get(wordTable);
    const space = table && spaceOf(table, info.vocabulary);
    if (!space) throw new Error('no words');
    const scene = mapScene(m, space);
    const derive = mapDerivations(m, scene);
    expectAsked(scene.text, derive, 6);
    expectAsked(waysText(scene.ways), derive, 2);
    for (const plot of scene.ways.plots)
      expectAsked(readingOf(plot, scene.ways, 2), derive, scene.ways.rivals.length);
  });
});
