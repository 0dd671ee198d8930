import type { Model } from 'fovea-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ModelConfig, ModelInfo, Outcome } from '../../web/src/model/protocol';
import { sourceOf } from '../../web/src/model/source';
import { Trace } from '../../web/src/model/trace';
import { initialState } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import type { Ask } from '../../web/src/state/what-if/ask';
import {
  type EffectId,
  effectsOf,
  effectsWants,
  rolloutOf,
} from '../../web/src/state/what-if/effects';
import { loadShipped, modelBytes } from './shipped';

const text = "The animal didn't cross the street because it was too tired";
const focus = 7;

let model: Model;
let state: State;

beforeAll(async () => {
  model = (await loadShipped()).loadModel(sourceOf(modelBytes()));
  const raw = model.info();
  const info: ModelInfo = { ...raw, config: raw.config as unknown as ModelConfig };
  const encoding = model.encode(text, {});
  const trace = new Trace({ ...encoding, text, masked: [], milliseconds: 0 });
  const base = { ...initialState(), model: info, trace, sentence: text };
  state = answered({ ...base, token: focus, layer: 3, head: 1 });
});
afterAll(() => model.delete());

function run({ text: of, variants, ...ask }: { text: string } & Parameters<Model['outcomes']>[1]) {
  const flat = model.outcomes(of, { ...ask, variants });
  return variants.map((_, i): Outcome => {
    const [best = 0, probability = 0, ...asked] = flat.subarray(3 * i, 3 * i + 3);
    return { best, probability, asked };
  });
}

const variantsOf = (ask: Ask) => Array.from({ length: ask.count }, (_, i) => ask.variant(i));

/** The state with all that it wants computed. */
function answered(at: State): State {
  const outcomes = effectsWants(at).asks.map((ask): [string, Outcome[]] => [
    ask.key,
    run({ ...ask, variants: variantsOf(ask) }),
  ]);
  return { ...at, computed: { ...at.computed, outcomes: new Map(outcomes) } };
}

function effect(id: EffectId): readonly number[] {
  const found = effectsOf(state)?.effects.find((each) => each.id === id);
  return found?.values.map((value) => value ?? Number.NaN) ?? [];
}

const logOdds = (p: number) => Math.log(p / (1 - p));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('what the answer depends on', () => {
  it('is measured of every word of a short text', () => {
    const found = effectsOf(state);
    expect(found?.waiting).toBe(0);
    expect(found?.answer.piece).toBe('animal');
    for (const { values } of found?.effects ?? []) expect(values).toHaveLength(11);
    expect(sum(effect('weight'))).toBeCloseTo(1, 5);
  });

  it('rolls attention out as the product of the layers’ matrices', () => {
    const { trace } = state;
    if (!trace) throw new Error('no trace');
    const n = 11;
    const layer = (l: number) =>
      Array.from({ length: n }, (_, query) =>
        Array.from({ length: n }, (_, key) => {
          const heads = Array.from({ length: 8 }, (_, head) =>
            Number(trace.row(`layers.${l}.attention.weights`, head, query)[key]),
          );
          return sum(heads) / 16 + (query === key ? 0.5 : 0);
        }),
      );
    const times = (a: number[][], b: number[][]) =>
      a.map((row) => row.map((_, j) => sum(row.map((x, k) => x * (b[k]?.[j] ?? 0)))));
    const product = [2, 1, 0].reduce((all, l) => times(all, layer(l)), layer(3));
    rolloutOf(trace, 4, focus).forEach((share, key) => {
      expect(share).toBeCloseTo(product[focus]?.[key] ?? Number.NaN, 6);
    });
    expect(sum(effect('rollout'))).toBeCloseTo(1, 5);
  });

  it('leaves a word out by hiding it from every word in every layer', () => {
    const [ask] = effectsWants(state).asks;
    const token = 10;
    const { changes } = ask?.variant(3 * token + 2) ?? {};
    const { tensors, data } = model.encode(text, { changes: [...(changes ?? [])] });
    const hidden = new Trace({
      text,
      masked: [],
      milliseconds: 0,
      tokens: [],
      dropped: 0,
      tensors,
      data,
    });
    for (const l of [0, 1, 2, 3])
      for (let row = 0; row < 88; row++) {
        const weights = hidden.row(`layers.${l}.attention.weights`, Math.floor(row / 11), row % 11);
        expect(weights[token]).toBe(0);
        expect(sum([...weights])).toBeCloseTo(1, 5);
      }
    const logits = [...hidden.row('logits', focus)];
    const most = Math.max(...logits);
    const id = state.model?.vocabulary.indexOf('animal') ?? 0;
    const p = Math.exp((logits[id] ?? 0) - most) / sum(logits.map((x) => Math.exp(x - most)));
    const answer = effectsOf(state)?.answer.probability ?? 0;
    expect(effect('left-out')[token]).toBeCloseTo(logOdds(answer) - logOdds(p), 4);
  });

  it('has gradients that a step of another size gives too', () => {
    const id = state.model?.vocabulary.indexOf('animal') ?? 0;
    const at = (token: number, by: number) => {
      const variants = [{ changes: [`embedding.output[${token},:]*=${by}`] }];
      const [outcome] = run({ text, variants, masked: [], token: focus, pieces: [id] });
      return logOdds(outcome?.asked[0] ?? 0);
    };
    effect('gradient').forEach((found, token) => {
      const slope = (at(token, 1.005) - at(token, 0.995)) / 0.01;
      expect(Math.abs(found - slope)).toBeLessThan(0.01 + 0.03 * Math.abs(slope));
    });
  });
});
