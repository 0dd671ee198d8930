import { beforeAll, expect, it } from 'vitest';
import { ownRun } from '../../web/src/model/protocol';
import { filmScenes, type SceneId } from '../../web/src/state/film';
import { percent, signed } from '../../web/src/state/format';
import { likelihood, topGuesses } from '../../web/src/state/prediction';
import { initialState, reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { requestKey } from '../../web/src/state/what-if/ask';
import { wantsOf } from '../../web/src/state/what-if/wants';
import { filmMarks } from '../../web/src/views/attention/film';
import { layoutFilm } from '../../web/src/views/attention/film-layout';
import type { SvgMark } from '../../web/src/views/kit/scene';
import { filmText } from '../../web/src/widgets/film-text';
import { loadShipped, modelBytes } from './shipped';
import { know, variantBytes } from './variants';

const cases = [
  ['shipped', "The animal didn't cross the street because it was too tired"],
  ['shipped', 'your cat is a lovely cat'],
  ['shipped', 'dog'],
  ['bert', 'a b c a'],
  ['pre_relu_learned_padding', 'a b c a'],
  ['pre_silu_no_positions', 'a b'],
] as const;

let states: readonly State[];
let fovea: Awaited<ReturnType<typeof loadShipped>>;

beforeAll(async () => {
  fovea = await loadShipped();
  states = cases.map(([name, text]) => {
    const bytes = name === 'shipped' ? modelBytes() : variantBytes(name);
    const { info, trace } = know(fovea, bytes, text);
    return reduce(initialState({ sentence: text }), { type: 'model', model: info, trace });
  });
}, 60_000);

/** Faster than this, in words a second, no one can read along. */
const fastest = 5;

it('the film says a plain sentence in each scene, which can be read while it is on', () => {
  for (const chosen of states) {
    const { num_hidden_layers: layers } = chosen.model?.config ?? { num_hidden_layers: 0 };
    for (let layer = 0; layer < layers; layer++)
      for (const { id, seconds } of filmScenes) {
        const text = filmText(id, { ...chosen, layer });
        expect(text, id).toMatch(/^[A-Z].*\.$/);
        expect(text, id).not.toMatch(/NaN|undefined|null/);
        expect(text.split(' ').length / seconds, text).toBeLessThan(fastest);
      }
  }
  expect(filmText('scores', initialState())).toBe('');
});

it('its numbers are the model’s', () => {
  for (const state of states) {
    const { trace, model, layer, head, token } = state;
    if (!trace || !model) throw new Error('There is no trace');
    const says = (id: SceneId) => filmText(id, state);
    const most = (name: string) =>
      Math.max(...trace.row(`layers.${layer}.attention.${name}`, head, token));
    expect(says('tokens')).toContain(`number ${trace.encoding.tokens[token]?.id}.`);
    expect(says('scores')).toContain(`a score of ${signed(most('scores'))}.`);
    for (const id of ['softmax', 'sum'] as const)
      expect(says(id)).toContain(percent(most('weights')));
    const hidden = trace.row(`layers.${layer}.feedForward.hidden`, token);
    const above = hidden.filter((u) => u > 0).length;
    expect(says('feed-forward-norm')).toContain(`${above} of ${hidden.length} hidden units`);
    if (!trace.has('logits')) continue;
    const [guess] = topGuesses(trace, model.vocabulary, token, 1);
    expect(says('prediction')).toContain(likelihood(guess?.probability ?? 0));
    expect(says('prediction')).toContain(`“${guess?.piece}”`);
  }
});

it('it ends with the other word, and what that makes of the answer', () => {
  const [first] = states;
  if (!first?.trace || !first.model) throw new Error('There is no trace');
  const text = "The animal didn't cross the street because it was too wide";
  const { trace } = know(fovea, modelBytes(), text);
  const [wants] = wantsOf({ ...first, film: true }).traces;
  expect(wants?.text).toBe(text);
  const key = requestKey({ text, masked: [], run: ownRun });
  const turned = { ...first, computed: { ...first.computed, traces: new Map([[key, trace]]) } };
  const [guess] = topGuesses(trace, first.model.vocabulary, first.token, 1);
  expect(guess?.piece).toBe('street');
  expect(filmText('turn', turned)).toBe(
    `Change one word to “wide”, and “it” looks elsewhere: now the answer is “street”, ${likelihood(guess?.probability ?? 0)}.`,
  );
  expect(filmText('turn', first)).toBe(filmText('prediction', first));
  const picture = layoutFilm({ ...turned, film: true }, { width: 1200 });
  expect(picture?.turned?.guess?.best.piece).toBe('street');
  expect(picture?.words.guess?.best.piece).toBe('animal');
  expect(picture?.shares).toEqual(
    Array.from(
      first.trace.row(`layers.${first.layer}.attention.weights`, first.head, first.token),
      percent,
    ),
  );
});

it('where two sentences differ in more than a word, the film shows the one that it speaks of', () => {
  const [text, other] = ['dog bites man', 'man bites dog'];
  const [model, traces] = [know(fovea, modelBytes(), text), know(fovea, modelBytes(), other)];
  const state = reduce(initialState({ sentence: text }), {
    ...{ type: 'model', model: model.info, trace: model.trace },
  });
  const key = requestKey({ text: other, masked: [], run: ownRun });
  const both = {
    ...state,
    other,
    computed: { ...state.computed, traces: new Map([[key, traces.trace]]) },
  };
  expect(filmText('turn', both)).toBe(filmText('prediction', both));
  expect(layoutFilm({ ...both, film: true }, { width: 1200 })?.turned).toBeNull();
});

/** What is written in a picture, and how far each can be seen, from 0 to 1. */
function written(marks: readonly SvgMark[], seen = 1): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  const add = (text: string, opacity: number) =>
    all.set(text, Math.min(1, (all.get(text) ?? 0) + opacity));
  for (const mark of marks)
    if (mark.kind === 'group')
      for (const [text, opacity] of written(mark.marks, seen * (mark.opacity ?? 1)))
        add(text, opacity);
    else if (mark.kind === 'text') add(mark.text, seen);
  return all;
}

it('no picture is cut off: a scene begins with all that the one before it ends with', () => {
  const [first] = states;
  if (!first) throw new Error('There is no state');
  for (const width of [1200, 358]) {
    const picture = layoutFilm({ ...first, film: true }, { width });
    if (!picture) throw new Error('There is no picture');
    for (const { id, begin } of filmScenes.slice(1)) {
      const [before, after] = [begin, begin + 0.001].map((time) =>
        written(filmMarks(picture, time)),
      ) as [ReadonlyMap<string, number>, ReadonlyMap<string, number>];
      for (const text of new Set([...before.keys(), ...after.keys()])) {
        const change = Math.abs((after.get(text) ?? 0) - (before.get(text) ?? 0));
        expect(change, `${text}, as ${id} begins`).toBeLessThan(0.1);
      }
    }
  }
});

it('it tells two equal words apart', () => {
  const twins = { ...(states[1] as State), token: 5 };
  expect(filmText('projections', twins)).toContain('the second “cat”');
});
