import { beforeAll, describe, expect, it } from 'vitest';
import { firstSentence, presets } from '../../web/src/state/presets';
import { initialState, reduce } from '../../web/src/state/reduce';
import type { State } from '../../web/src/state/state';
import { timeline } from '../../web/src/state/timeline';
import { Facts } from '../../web/src/state/tour/chapter';
import { chapters } from '../../web/src/state/tour/chapters';
import { formatHash, parseHash } from '../../web/src/state/url';
import { loadShipped, modelBytes } from './shipped';
import { type Known, know } from './variants';

let traces: ReadonlyMap<string, Known>;
let start: State;

beforeAll(async () => {
  const fovea = await loadShipped();
  const texts = presets.map(({ text }) => text);
  traces = new Map(texts.map((text) => [text, know(fovea, modelBytes(), text)]));
  const { info, trace } = traces.get('dog bites man') as Known;
  const model = reduce(initialState({ sentence: 'dog bites man' }), { type: 'model', model: info });
  start = reduce(model, { type: 'trace', trace });
});

/** The worker's part: the trace of the sentence that the state asks for. */
function read(state: State): State {
  const { trace } = traces.get(state.sentence) as Known;
  return reduce(state, { type: 'trace', trace });
}

const open = (chapter: number): State => read(reduce(start, { type: 'tour', chapter }));

const looked = (chapter: number, option: number): State =>
  read(reduce(reduce(open(chapter), { type: 'guess', option }), { type: 'reveal' }));

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
    expect(parseHash('#tour=99').tour).toBeUndefined();
    expect(reduce(state, { type: 'tour', chapter: null }).tour).toBeNull();
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
    expect(chapter.text(facts).split(' ').length).toBeLessThan(60);
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
  expect(right(7)).toBe('at another word');
  expect(right(12)).toBe('“animal”');
});
