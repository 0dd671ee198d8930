import { beforeAll, describe, expect, it } from 'vitest';
import type { Action, Dispatch } from '../../web/src/state/actions';
import { neededParameters } from '../../web/src/state/needs';
import { firstSentence, presets } from '../../web/src/state/presets';
import { initialState, reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { Store } from '../../web/src/state/store';
import { timeline } from '../../web/src/state/timeline';
import { Facts } from '../../web/src/state/tour/chapter';
import { chapters } from '../../web/src/state/tour/chapters';
import {
  chapterOf,
  endTour,
  expectOption,
  hasWandered,
  openChapter,
  returnTo,
  showAnswer,
} from '../../web/src/state/tour/walk';
import { formatHash, parseHash } from '../../web/src/state/url';
import { loadShipped, modelBytes } from './shipped';
import { type Known, know, variantBytes } from './variants';

let traces: ReadonlyMap<string, Known>;
let start: State;

beforeAll(async () => {
  const fovea = await loadShipped();
  const texts = presets.map(({ text }) => text);
  traces = new Map(texts.map((text) => [text, know(fovea, modelBytes(), text)]));
  const { info, trace } = traces.get('dog bites man') as Known;
  const sentence = 'dog bites man';
  start = reduce(initialState({ sentence }), { type: 'model', model: info, trace });
});

/** The worker's part: the trace and the parameters that the state asks for. */
function read(state: State): State {
  const { trace, parameters } = traces.get(state.sentence) as Known;
  const wanted = neededParameters(state).flatMap((name) => parameters.get(name) ?? []);
  return wanted.reduce(
    (before, parameter) => reduce(before, { type: 'parameter', parameter }),
    reduce(state, { type: 'trace', trace }),
  );
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
  const guessed = after(open(chapter), (state, dispatch) => expectOption(state, dispatch, option));
  return after(guessed, showAnswer);
}

describe('the tour', () => {
  it('goes from the words to the output, step by step', () => {
    const places = chapters.map(({ step }) => timeline.findIndex(({ id }) => id === step));
    expect(places[0]).toBe(0);
    expect(places.at(-1)).toBe(timeline.length - 1);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(chapters.length).toBeGreaterThanOrEqual(10);
    expect(chapters.length).toBeLessThanOrEqual(14);
  });

  it('drives the explorer from wherever it is, and lives in the address', () => {
    const state = open(6);
    expect(state).toMatchObject({ sentence: firstSentence, view: 'attention', playing: false });
    expect(looked(6, 0)).toMatchObject({ playing: true, until: 7 });
    expect(new Facts(state).word()).toBe('“it”');
    expect(parseHash(formatHash(state)).tour).toEqual({ chapter: 6, guess: null, shown: false });
    expect(chapterOf(initialState(parseHash('#tour=99')))).toBeNull();
    expect(after(state, (_, dispatch) => endTour(dispatch)).tour).toBeNull();
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
    ];
    for (const way of ways) {
      const away = reduce(there, way);
      expect(hasWandered(away), way.type).toBe(true);
      const back = after(away, returnTo);
      expect(hasWandered(back), way.type).toBe(false);
      expect(back.tour).toEqual(there.tour);
    }
  });

  it('stays where it is while its step plays', () => {
    const { time, until, ...rest } = looked(4, 0);
    for (const at of [time, (time + until) / 2, until])
      expect(hasWandered({ ...rest, until, time: at })).toBe(false);
  });
});

describe.each(chapters.map((chapter, i) => [chapter.title, i] as const))('%s', (_, i) => {
  const chapter = chapters[i] as (typeof chapters)[number];

  it('tells, asks and offers in whole words', () => {
    const facts = new Facts(open(i));
    const options = chapter.options(facts);
    expect(options.length).toBeGreaterThanOrEqual(2);
    expect(new Set(options).size).toBe(options.length);
    for (const text of [chapter.text(facts), chapter.question(facts), ...options])
      expect(text).not.toMatch(/NaN|undefined|“”/);
    expect(chapter.text(facts).split(' ').length).toBeLessThan(90);
    expect(chapter.question(facts)).toMatch(/\?$/);
  });

  it('leads to an answer that the trace bears out', () => {
    const state = looked(i, 0);
    const facts = new Facts(state);
    expect(state.tour).toEqual({ chapter: i, guess: 0, shown: true });
    expect(chapter.options(facts)[chapter.right(facts)]).toBeDefined();
    expect(chapter.reveal(facts)).toMatch(/[.]$/);
    expect(chapter.reveal(facts)).not.toMatch(/NaN|undefined|“”/);
  });
});

it('answers of the shipped model are those that the texts speak of', () => {
  const right = (i: number) => {
    const facts = new Facts(looked(i, 0));
    return chapters[i]?.options(facts)[chapters[i]?.right(facts) ?? -1];
  };
  expect(right(4)).toBe('“animal”');
  expect(right(6)).toBe('above 90 %');
  expect(right(7)).toBe('at “street”');
  expect(right(12)).toBe('“animal”');
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
      for (const { step } of chapters) expect(answer(step), step).toBeDefined();
    });

    it('speaks of waves only where there are any', () => {
      const told = chapter('position').text(new Facts(state));
      expect(told).not.toMatch(/waves/);
      expect(told).toMatch(name.endsWith('positions') ? /adds none/ : /learned/);
      expect(answer('position')).toBe(name.endsWith('positions') ? 'yes' : 'no');
    });

    it('standardises what the step draws', () => {
      expect(answer('attention-norm')).toBe('mean 0, spread 1');
      const facts = new Facts(state);
      const norm = state.model?.config.norm_order === 'pre' ? 'feedForward' : 'attention';
      const mean = facts.row(`layers.{l}.${norm}.norm.mean`)[facts.focus];
      expect(facts.statistic('mean')).toBe(mean);
    });

    it('asks what the model reads only of one that reads', () => {
      const reads = state.trace?.has('logits');
      const offered = chapter('prediction').options(new Facts(state));
      if (reads) expect(offered[0]).toBe('“a” itself');
      else expect(answer('prediction')).toBe('no');
    });
  },
);

it('its word is looked at, whatever was before', () => {
  const other = reduce(start, { type: 'focus', token: 2 });
  const begun = after(other, (state, dispatch) => openChapter(state, dispatch, 0));
  expect(new Facts(begun).word()).toBe('“it”');
});
