import { beforeAll, describe, expect, it } from 'vitest';
import type { Action, Dispatch } from '../../web/src/state/actions';
import { bestAt, firstHead } from '../../web/src/state/defaults';
import { percent } from '../../web/src/state/format';
import { firstSentence, presets } from '../../web/src/state/presets';
import { initialState, reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { Store } from '../../web/src/state/store';
import { isOfTimeline, timeline } from '../../web/src/state/timeline';
import { chapters } from '../../web/src/state/tour/chapters';
import { Facts } from '../../web/src/state/tour/facts';
import { knowsWeights, type Stop, stops } from '../../web/src/state/tour/stops';
import { awaitsGuess } from '../../web/src/state/tour/veil';
import {
  answer,
  chapterOf,
  endTour,
  goOn,
  guessWord,
  hasWandered,
  openChapter,
  openOptions,
  returnTo,
  rightOption,
  takeTour,
  withPicture,
} from '../../web/src/state/tour/walk';
import { formatHash, parseHash } from '../../web/src/state/url';
import { argmax } from '../../web/src/state/vector';
import { nothingWanted } from '../../web/src/state/what-if/ask';
import { neededParameters } from '../../web/src/state/what-if/wants';
import { steps as attentionSteps, figure as attentionView } from '../../web/src/views/attention';
import { type Mark, type Panel, tensorOf } from '../../web/src/views/kit/scene';
import { stepViews } from '../../web/src/views/registry';
import { loadShipped, modelBytes } from './shipped';
import { type Known, know, variantBytes } from './variants';

let traces: ReadonlyMap<string, Known>;
let start: State;

beforeAll(async () => {
  const fovea = await loadShipped();
  const other = presets.find(({ text }) => text === firstSentence)?.swap?.text ?? '';
  const texts = [firstSentence, other, 'dog bites man'];
  traces = new Map(texts.map((text) => [text, know(fovea, modelBytes(), text)]));
  const { info, trace } = traces.get('dog bites man') as Known;
  const sentence = 'dog bites man';
  start = reduce(initialState({ sentence }), { type: 'model', model: info, trace });
});

/** What a figure of another file asks, once it knows the answer. */
const question = { asks: 'Which?', options: ['one', 'two'], right: 1, why: 'Two.' };

/** The worker's part: the trace and the parameters that the state asks for; and that of such a figure. */
function read(state: State): State {
  const { trace, parameters } = traces.get(state.sentence) as Known;
  const wanted = neededParameters(state).flatMap((name) => parameters.get(name) ?? []);
  const known = wanted.reduce(
    (before, parameter) => reduce(before, { type: 'parameter', parameter }),
    reduce(state, { type: 'trace', trace }),
  );
  if (isOfTimeline(state.view) || !stops.some((stop) => stop === state.view)) return known;
  const figure = { ...nothingWanted, view: state.view, question };
  return reduce(known, { type: 'want', wanted: figure });
}

/** What is left of a state when something was dispatched from it. */
function after(state: State, act: (state: State, dispatch: Dispatch) => void): State {
  const store = new Store(state);
  act(state, store.dispatch);
  return read(read(store.state));
}

const open = (chapter: number): State =>
  after(start, (state, dispatch) => openChapter(state, dispatch, chapter));

function looked(chapter: number, option: number): State {
  return after(open(chapter), (state, dispatch) => answer(state, dispatch, option));
}

describe('the tour', () => {
  it('goes from the words to the output, step by step', () => {
    const places = chapters.map(({ step }) => timeline.findIndex(({ id }) => id === step));
    const played = places.filter((place) => place >= 0);
    expect(played[0]).toBe(0);
    expect(played.at(-1)).toBe(timeline.length - 1);
    expect([...played].sort((a, b) => a - b)).toEqual(played);
    const after = chapters.slice(played.length).map(({ step }) => step);
    expect(after).toEqual(['decoder', 'cross-attention', 'circuit', 'corpus']);
    expect(chapters.length).toBeGreaterThanOrEqual(10);
    expect(chapters.length).toBeLessThanOrEqual(17);
  });

  it('drives the explorer from wherever it is, and lives in the address', () => {
    const state = open(6);
    expect(state).toMatchObject({ sentence: firstSentence, view: 'attention', playing: false });
    expect(looked(6, 0)).toMatchObject({ playing: true, until: 7 });
    expect(new Facts(state).word()).toBe('“it”');
    expect(parseHash(formatHash(state)).tour).toEqual({ chapter: 6, answers: [] });
    expect(chapterOf(initialState(parseHash('#tour=99')))).toBeNull();
    expect(after(state, (_, dispatch) => endTour(dispatch)).tour).toBeNull();
  });

  it('keeps what was answered, in the address too, when it goes on and comes back', () => {
    const there = looked(6, 1);
    expect(parseHash(formatHash(there)).tour).toEqual(there.tour);
    const next = after(there, goOn);
    expect(next.tour?.chapter).toBe(7);
    expect(awaitsGuess(next)).toBe(true);
    const seen = after(next, goOn);
    expect(awaitsGuess(seen)).toBe(false);
    const back = after(seen, (state, dispatch) => openChapter(state, dispatch, 6));
    expect(awaitsGuess(back)).toBe(false);
    expect(back.tour?.answers).toEqual([null, null, null, null, null, null, 1, 'seen']);
    expect(back.time).toBe(7);
  });

  it('keeps its place when it is left, and begins anew when all is answered', () => {
    const left = after(looked(6, 1), (_, dispatch) => endTour(dispatch));
    expect(left.tour).toBeNull();
    const again = after(left, takeTour);
    expect(again.tour).toEqual({ chapter: 6, answers: [...Array(6).fill(null), 1] });
    const whole = { chapter: 14, answers: chapters.map(() => 0) };
    const done = reduce(left, { type: 'choose', choice: { lastTour: whole } });
    expect(after(done, takeTour).tour).toEqual({ chapter: 0, answers: [] });
  });

  it('shows the sentence of an answer that came after the address was written', () => {
    const other = presets.find(({ text }) => text === firstSentence)?.swap?.text;
    const lastTour = { chapter: 1, answers: [null, 0] };
    const address = parseHash(`#sentence=${encodeURIComponent(firstSentence)}&tour=2`);
    expect(withPicture({ ...start, lastTour }, address).sentence).toBe(other);
    expect(withPicture(start, address).sentence).toBe(firstSentence);
  });

  it('knows again what was answered where a link or the browser’s history names a chapter', () => {
    const there = after(looked(6, 1), (state, dispatch) => openChapter(state, dispatch, 5));
    const choice = withPicture(there, parseHash('#tour=7'));
    expect(choice).toMatchObject({ time: 7, tour: { chapter: 6, answers: there.tour?.answers } });
  });

  it('opens what links of before it had one list opened', () => {
    const of = (settings: string) =>
      withPicture(start, parseHash(`#view=decoder&settings=${encodeURIComponent(settings)}`));
    const answers = [...Array(13).fill(null), 1];
    expect(of('chapter=14,place=3,said=2~ab')).toMatchObject({
      ...{ view: 'decoder', settings: 'place=3', tour: { chapter: 13, answers } },
    });
    expect(of('chapter=15').tour).toEqual({ chapter: 14, answers: [] });
    expect(of('place=3').tour).toBeUndefined();
  });

  it('looks out of the head to look at first, and takes one guess', () => {
    const state = looked(6, 1);
    const { layer, head } = firstHead(state.model as NonNullable<State['model']>);
    expect(state).toMatchObject({ layer, head });
    expect(after(state, (from, dispatch) => answer(from, dispatch, 2)).tour).toEqual(state.tour);
    expect(openOptions(state)).toEqual([]);
    expect(openOptions(open(6))).toHaveLength(2);
  });

  it('takes a press on a word that is an option for the guess, and no other', () => {
    const state = open(4);
    const words = chapters[4]?.words?.(new Facts(state)) ?? [];
    const press = (token: number) =>
      after(state, (from, dispatch) => guessWord(from, dispatch, token)).tour?.answers[4];
    expect(press(words[1] ?? -1)).toBe(1);
    expect(press(state.trace?.encoding.tokens.findIndex((_, i) => !words.includes(i)) ?? -1)).toBe(
      undefined,
    );
  });

  it('has no chapter before the first and after the last', () => {
    for (const beyond of [-1, chapters.length]) expect(open(beyond).tour).toBeNull();
  });

  it('notices that the reader has gone elsewhere, and leads back', () => {
    const there = looked(6, 1);
    expect(hasWandered(there)).toBe(false);
    const ways: readonly Action[] = [
      { type: 'head', head: there.head === 0 ? 1 : 0 },
      { type: 'mask', token: 1 },
      { type: 'sentence', text: 'dog bites man' },
      { type: 'view', view: 'heads' },
      { type: 'seek', time: 2 },
      { type: 'choose', choice: { backward: true } },
    ];
    for (const way of ways) {
      const away = reduce(there, way);
      expect(hasWandered(away), way.type).toBe(true);
      const back = after(away, returnTo);
      expect(hasWandered(back), way.type).toBe(false);
      expect(back.tour).toEqual(there.tour);
    }
  });

  it('goes forward, however the timeline was walked before', () => {
    const back = { ...start, backward: true };
    expect(after(back, (state, dispatch) => openChapter(state, dispatch, 6)).backward).toBe(false);
    const turned = { ...open(6), backward: true };
    const answered = after(turned, (state, dispatch) => answer(state, dispatch, 0));
    expect(answered).toMatchObject({ backward: false, playing: true });
  });

  it('stays where it is while its step plays', () => {
    const { time, until, ...rest } = looked(4, 0);
    for (const at of [time, (time + until) / 2, until])
      expect(hasWandered({ ...rest, until, time: at })).toBe(false);
  });
});

/** What the layers before this one give. */
const inputs = (layer: number) =>
  Array.from({ length: layer }, (_, before) => `layers.${before}.feedForward.norm`);

/** What the layers give, that of the layer on show by the name that it has in any layer. */
const outputs = (layer: number, layers: number) =>
  inputs(layers).map((name) => name.replace(`layers.${layer}.`, ''));

/** The numbers that are to be seen before the guess: all that do not tell what is asked. */
const evidence = (
  layer: number,
  layers: number,
): Readonly<Partial<Record<Stop, readonly string[]>>> => ({
  tokens: [],
  embedding: ['embeddings.word_embeddings.weight', 'embedding.tokens'],
  position: ['embedding.tokens', 'embedding.positions', 'embedding.output'],
  projections: [
    ...['embedding.output', ...inputs(layer)],
    ...['query', 'key', 'value'].map((name) => `attention.${name}`),
  ],
  concat: ['attention.weights', 'attention.heads'],
  'attention-norm': [...inputs(layer).slice(-1), 'attention.output', 'attention.residual'],
  activate: ['feedForward.hidden', 'feedForward.activated'],
  // The vectors themselves do not tell which heads made them.
  stack: ['embedding.output', ...outputs(layer, layers)],
  prediction: ['output', 'prediction.activated', 'prediction.norm'],
});

/** What covers a word's row of a matrix. */
function rowOf({ x, y, width, height, rows }: Panel, token: number) {
  const each = height / rows;
  const place = { x, y: y + token * each, width, height: each };
  return expect.objectContaining({ kind: 'rect', fill: 'paper', ...place });
}

const textsIn = (mark: Mark): readonly string[] =>
  mark.kind === 'group' ? mark.marks.flatMap(textsIn) : mark.kind === 'text' ? [mark.text] : [];

describe.each(chapters.map((chapter, i) => [chapter.title, i] as const))('%s', (_, i) => {
  const chapter = chapters[i] as (typeof chapters)[number];

  it('tells, asks and offers in whole words', () => {
    const facts = new Facts(open(i));
    const options = chapter.options(facts);
    expect(options.length).toBeGreaterThanOrEqual(2);
    expect(new Set(options).size).toBe(options.length);
    for (const text of [chapter.text(facts), chapter.question(facts), chapter.recap, ...options])
      expect(text).not.toMatch(/NaN|undefined|“”/);
    expect(chapter.text(facts).split(' ').length).toBeLessThan(60);
    expect(chapter.question(facts)).toMatch(/\?$/);
  });

  it('leads to an answer that the trace bears out', () => {
    const state = looked(i, 0);
    const facts = new Facts(state);
    expect(state.tour?.answers[i]).toBe(0);
    const options = chapter.options(facts);
    expect(options[chapter.right(facts)]).toBeDefined();
    const said = [chapter.reveal(facts), chapter.changed(facts)];
    const others = options.map((_, option) => chapter.instead?.(facts, option) ?? '');
    for (const text of said) expect(text).toMatch(/[.]$/);
    for (const text of [...said, ...others]) expect(text).not.toMatch(/NaN|undefined|“”/);
    expect(chapter.numbers?.(facts).length ?? options.length).toBeLessThanOrEqual(options.length);
  });

  it.each([900, 360])('gives nothing away before the guess, %s px wide', (width) => {
    const state = open(i);
    if (!isOfTimeline(chapter.step)) return expect(openOptions(state)).toEqual(question.options);
    const step = stepViews.find(({ id }) => id === chapter.step);
    if (step) {
      const scene = step.layout(state, { width });
      const { layer } = state;
      const { num_hidden_layers: layers } = new Facts(state).config;
      const panels = scene.marks.filter((mark) => mark.kind === 'panel');
      const names = panels.map((panel) => tensorOf(panel).replace(`layers.${layer}.`, ''));
      const computed = names.filter((name) => !name.startsWith('encoder.'));
      expect([...new Set(computed)]).toEqual(evidence(layer, layers)[chapter.step as Stop]);
      const weights = panels.filter((panel) => tensorOf(panel).endsWith('.weights'));
      for (const panel of weights)
        if (panel.cells?.origin.index[0] !== state.head)
          expect(scene.marks, 'its row is covered').toContainEqual(rowOf(panel, state.token));
      const texts = scene.marks.flatMap(textsIn);
      // Below that name stands a part of the model's list, without the sentence's pieces.
      const list = texts.indexOf('Vocabulary');
      const drawn = list < 0 ? texts : texts.slice(0, list);
      // Sizes and places may be told, measured numbers not.
      expect(drawn.join(' ')).not.toMatch(/\d*\.\d|%/);
      const ids = state.trace?.encoding.tokens.map(({ id }) => String(id));
      if (i === 0) expect(texts.filter((text) => ids?.includes(text))).toEqual([]);
      expect(scene.marks.some((mark) => mark.kind === 'handle' && mark.look !== 'word')).toBe(
        false,
      );
      expect([scene.caption.join(''), scene.readout, scene.spelt.length]).toEqual(['', '', 0]);
      return;
    }
    for (const view of [attentionView, ...attentionSteps]) {
      const scene = view.layout(state, { width });
      expect(view.caption(scene, state)).toBeNull();
      expect(view.speech(scene, state)).toBe('');
      if (scene.kind === 'empty' || knowsWeights.has(chapter.step)) continue;
      expect(new Set(scene.row.weights).size).toBe(1);
      expect([scene.top, scene.swap]).toEqual([-1, null]);
      expect(JSON.stringify(scene.marks)).not.toContain('"tensor":"powers"');
      const scores = JSON.stringify(scene.marks).includes('"tensor":"scores"');
      if (chapter.step === 'scores') expect(scores).toBe(false);
    }
  });

  it('shows it all after the guess', () => {
    const state = looked(i, 0);
    if (!isOfTimeline(chapter.step)) return expect(rightOption(state)).toBe(question.right);
    const view = [...stepViews, attentionView, ...attentionSteps].find(
      ({ id }) => id === state.view,
    );
    const scene = view?.layout(state as never, { width: 900 }) as { marks: readonly unknown[] };
    expect(JSON.stringify(scene.marks)).toMatch(/\d\.\d\d|"kind":"panel"/);
  });
});

/** The option that a chapter takes for right, after its answer is shown. */
function borneOut(step: string): { option: string | undefined; facts: Facts; place: number } {
  const i = chapters.findIndex((each) => each.step === step);
  const facts = new Facts(looked(i, 0));
  const place = chapters[i]?.right(facts) ?? -1;
  return { option: chapters[i]?.options(facts)[place], facts, place };
}

describe('what is right is read off the trace', () => {
  const softmax = (row: readonly number[]) => {
    const powers = row.map((x) => Math.exp(x - Math.max(...row)));
    const sum = powers.reduce((a, b) => a + b, 0);
    return powers.map((power) => power / sum);
  };

  it('of the division, what it does to the largest share', () => {
    const { facts, place } = borneOut('scale');
    const scores = Array.from(facts.attention('scores'));
    const [sharp, soft] = [scores, scores.map((s) => s / Math.sqrt(facts.dK))].map((row) =>
      Math.max(...softmax(row)),
    ) as [number, number];
    expect(Math.max(...facts.unscaled())).toBeCloseTo(sharp, 5);
    expect(place).toBe(sharp - soft > 0.005 ? 0 : 1);
    const told = chapters[5]?.reveal(facts) ?? '';
    expect(told.includes('closer together')).toBe(place === 0);
    expect(told.includes('hardly shows')).toBe(place === 1);
  });

  it('of softmax, whether the highest is further ahead of the next than before', () => {
    const { facts, place } = borneOut('softmax');
    const ahead = (row: Float32Array) => {
      const order = [...row].sort((x, y) => y - x);
      const [first = 0, second = 0] = order;
      return (first - second) / (first - (order.at(-1) ?? 0));
    };
    const [before, after] = [ahead(facts.attention('scores')), ahead(facts.attention('weights'))];
    expect(place).toBe(after > before ? 0 : 1);
    const chapter = chapters[6];
    expect(chapter?.question(facts)).toContain(percent(before));
    expect(chapter?.reveal(facts)).toContain(percent(after));
  });

  it('of two words, whether most of the fewer units above zero are the same', () => {
    const { facts, place } = borneOut('activate');
    const [one, other] = ['animal', 'street'].map((word) => {
      const token = facts.tokens.findIndex(({ piece }) => piece === word);
      const row = facts.row('layers.{l}.feedForward.hidden', token);
      return new Set([...row.keys()].filter((unit) => (row[unit] ?? 0) > 0));
    }) as [Set<number>, Set<number>];
    const both = [...one].filter((unit) => other.has(unit)).length;
    expect(place).toBe(both > Math.min(one.size, other.size) / 2 ? 0 : 1);
    expect(chapters[10]?.reveal(facts)).toContain(
      `${one.size} ${one.size === 1 ? 'unit is' : 'units are'} above zero for “animal” and ${other.size} for “street”; they share ${both}.`,
    );
  });

  it('of two heads, which layer comes first, and they look as it says', () => {
    const { facts, place } = borneOut('stack');
    const [adjective, antecedent] = ['adjective', 'antecedent'].map((role) =>
      bestAt(facts.model, role),
    );
    if (!adjective || !antecedent) throw new Error('no roles');
    expect(adjective.layer).not.toBe(antecedent.layer);
    expect(place).toBe(adjective.layer < antecedent.layer ? 0 : 1);
    for (const [{ layer, head }, word] of [
      [adjective, 'tired'],
      [antecedent, 'animal'],
    ] as const) {
      const row = facts.row(`layers.${layer}.attention.weights`, head, facts.focus);
      expect(facts.tokens[argmax(row)]?.piece).toBe(word);
    }
  });

  it('of the other sentence, where the word looks there', () => {
    const { option, facts } = borneOut('sum');
    expect(facts.state.sentence).toContain('wide');
    const top = facts.tokens[argmax(facts.attention('weights'))]?.piece ?? '';
    expect(option).toBe(['animal', 'street'].includes(top) ? `at “${top}”` : 'at another word');
  });

  it('of the guess, the piece with the largest logit', () => {
    const { option, facts } = borneOut('prediction');
    const logits = facts.row('logits', facts.focus);
    const best = facts.model.vocabulary[argmax(logits)] ?? '';
    expect(facts.guess()?.piece).toBe(best);
    expect(facts.probability(best)).toBeCloseTo(facts.guess()?.probability ?? -1, 6);
    expect(facts.state.sentence).toContain('wide');
    expect(option).toBe(['animal', 'street'].includes(best) ? `“${best}”` : 'another word');
  });

  it('of the keys, whether its own fits best, then which other does', () => {
    const { facts, place } = borneOut('projections');
    const row = facts.attention('scores');
    expect(place).toBe(argmax(row) === facts.focus ? 0 : 1);
    const others = row.map((score, token) => (token === facts.focus ? -Infinity : score));
    expect(borneOut('scores').option).toBe(`“${facts.tokens[argmax(others)]?.piece}”`);
  });
});

describe.each(['bert', 'pre_relu_learned_padding', 'pre_silu_no_positions'])(
  'the tour with %s',
  (name) => {
    const text = 'a b c a';
    let state: State;

    beforeAll(async () => {
      const { info, trace, parameters } = know(await loadShipped(), variantBytes(name), text);
      const first = reduce(initialState({ sentence: text }), { type: 'model', model: info, trace });
      state = [...parameters.values()].reduce(
        (before, parameter) => reduce(before, { type: 'parameter', parameter }),
        first,
      );
    });

    const chapter = (step: string) =>
      chapters.find((each) => each.step === step) as (typeof chapters)[number];
    const answer = (step: string) => {
      const facts = new Facts(state);
      return chapter(step).options(facts)[chapter(step).right(facts)];
    };

    it('has an answer to every question', () => {
      const played = chapters.filter(({ step }) => isOfTimeline(step));
      for (const { step } of played) expect(answer(step), step).toBeDefined();
    });

    it('speaks of waves only where there are any', () => {
      const told = chapter('position').text(new Facts(state));
      expect(told).not.toMatch(/waves/);
      expect(told).toMatch(name.endsWith('positions') ? /adds none/ : /learned/);
      expect(answer('position')).toBe(name.endsWith('positions') ? 'Yes' : 'No');
    });

    it('standardises what the step draws', () => {
      expect(answer('attention-norm')).toBe('0 and 1');
      const facts = new Facts(state);
      const norm = state.model?.config.norm_order === 'pre' ? 'feedForward' : 'attention';
      const mean = facts.row(`layers.{l}.${norm}.norm.mean`)[facts.focus];
      expect(facts.statistics()[0]).toBe(mean);
    });

    it('asks what the model reads only of one that reads', () => {
      const reads = state.trace?.has('logits');
      const offered = chapter('prediction').options(new Facts(state));
      if (reads) expect(offered[0]).toBe('“animal”');
      else expect(answer('prediction')).toBe('No');
    });
  },
);

it('its word is looked at, whatever was before', () => {
  const other = reduce(start, { type: 'focus', token: 2 });
  const begun = after(other, (state, dispatch) => openChapter(state, dispatch, 0));
  expect(new Facts(begun).word()).toBe('“it”');
});
