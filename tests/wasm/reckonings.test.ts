import { describe, expect, it } from 'vitest';
import { encodeText } from '../../web/src/model/encode-text';
import type { ModelInfo } from '../../web/src/model/protocol';
import { sourceOf } from '../../web/src/model/source';
import { Trace } from '../../web/src/model/trace';
import { firstSentence, swapOf } from '../../web/src/state/presets';
import { initialState, reduce } from '../../web/src/state/reduce';
import { readSettings } from '../../web/src/state/settings';
import type { State } from '../../web/src/state/state';
import { type EncodeRequest, requestKey } from '../../web/src/state/what-if/ask';
import { waysText } from '../../web/src/views/embedding-map/caption';
import {
  askedOfMap,
  askedOfWays,
  mapReckonings,
} from '../../web/src/views/embedding-map/reckonings';
import { mapScene, spaceOf, wordTable } from '../../web/src/views/embedding-map/scene';
import type { FigureContext } from '../../web/src/views/kit/hosted-figure';
import type { Reckonings } from '../../web/src/views/kit/reckoning';
import { askedOfText, normsReckonings } from '../../web/src/views/norms/reckonings';
import { normsScene, requestsOf } from '../../web/src/views/norms/scene';
import {
  askedOfGradient,
  askedOfOwn,
  residualReckonings,
} from '../../web/src/views/residual/reckonings';
import { gains, requestOf } from '../../web/src/views/residual/runs';
import { residualScene, subjectOf } from '../../web/src/views/residual/scene';
import { lineOf, reckonedTo } from '../web/views/arithmetic';
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

/** Each line comes to its number, as far as its rounded operands allow. */
function expectTrue(all: Reckonings, near: number): void {
  for (const [key, how] of all) {
    const of = how();
    const [mine, written] = [reckonedTo(lineOf(of)), reckonedTo(of.value.replace(/[<>]/, ''))];
    expect(Math.abs(mine - written), `${key}: ${lineOf(of)} = ${of.value}`).toBeLessThan(
      near * Math.max(1, Math.abs(written)),
    );
    const sum = (of.terms ?? []).reduce((total, { value }) => total + value, 0);
    expect(Number.isFinite(sum), key).toBe(true);
  }
}

/** Each number of a text that can be asked is written there, and its answer is about it. */
function expectAsked(
  text: string,
  asked: readonly (readonly [string, string])[],
  all: Reckonings,
): void {
  let rest = text;
  for (const [written, key] of asked) {
    expect(rest, key).toContain(written);
    rest = rest.slice(rest.indexOf(written) + written.length);
    const near = reckonedTo(all.get(key)?.().value ?? 'NaN') - reckonedTo(written);
    expect(Math.abs(near), key).toBeLessThan(0.006);
  }
}

describe('numbers that a figure computes', () => {
  it('of the norms come from what each norm reads', () => {
    const first = contextOf(stateWith([]));
    const m = contextOf(stateWith(requestsOf(first), 'batch=3'));
    const scene = normsScene(m);
    expect(scene.compared).toHaveLength(3);
    const all = normsReckonings(m, scene);
    expectTrue(all, 0.004);
    expectAsked(scene.text, askedOfText(scene), all);
    const terms = all.get('layer mean 1')?.().terms ?? [];
    expect(terms).toHaveLength(128);
    expect(terms.every(({ factors: [one] }) => one?.cell !== undefined)).toBe(true);
  });

  it('of the residual path come from the runs', () => {
    const bare = contextOf(stateWith([]));
    const subject = subjectOf(bare);
    if (!subject) throw new Error('the model predicts nothing');
    const { token, piece } = subject;
    const requests = [1, 0.5, 0].map((gain) => requestOf(bare.state, gain, token, piece));
    const m = contextOf(stateWith(requests, 'gain=0.5'), { guess: 0 });
    const scene = residualScene(m, subject);
    const all = residualReckonings(m, scene);
    expect(scene.runs.gained.gain).toBe(0.5);
    const cosines = new Map([...all].filter(([key]) => /^(own|gained) /.test(key)));
    expect(cosines.size).toBe(10);
    expectTrue(cosines, 0.006);
    expectTrue(new Map([...all].filter(([key]) => /^with(out)? \d|times/.test(key))), 0.02);
    expectAsked(scene.texts.own, askedOfOwn(scene), all);
    expectAsked(scene.texts.gradient, askedOfGradient(scene).slice(0, 4), all);
    expect(gains).toContain(0.5);
  });

  it('of the map come from the word table and from the run', () => {
    const twin = swapOf(firstSentence)?.text ?? '';
    const own = { structure: '', changes: [] };
    const m = contextOf(stateWith([{ text: twin, masked: [], run: own }]), { guess: -1 });
    const table = m.state.parameters.get(wordTable);
    const space = table && spaceOf(table, info.vocabulary);
    if (!space) throw new Error('no words');
    const scene = mapScene(m, space);
    const all = mapReckonings(m, scene);
    expectTrue(all, 0.01);
    expectAsked(scene.text, askedOfMap(scene), all);
    expectAsked(waysText(scene.ways), askedOfWays(scene.ways), all);
  });
});
