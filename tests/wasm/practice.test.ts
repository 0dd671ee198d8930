import type { FoveaModule } from 'fovea-wasm';
import { beforeAll, describe, expect, it } from 'vitest';
import { wordsOf } from '../../scripts/lib/languages.mjs';
import { viewOf } from '../../web/src/state/views';
import { caseOf, cases } from '../../web/src/views/bench/cases';
import { bank, concepts, principlesFor, shownOptions } from '../../web/src/views/practice/concepts';
import { misconceptions } from '../../web/src/views/practice/misconceptions';
import {
  type Posed,
  type Question,
  requestsOf,
  runsOf,
} from '../../web/src/views/practice/question';
import { loadShipped, modelBytes } from './shipped';
import { know } from './variants';

let fovea: FoveaModule;

beforeAll(async () => {
  fovea = await loadShipped();
});

const options = (structure: string) =>
  structure.split(',').flatMap((each) => {
    const [name, value] = each.split('=');
    return name && value ? [[name, value] as const] : [];
  });

/** Options of a run with a bug in it, which has the last word. */
const withBug = (structure: string, bug: string): string =>
  [...new Map([...options(structure), ...options(bug)])].map((pair) => pair.join('=')).join(',');

/** The case of padding is one of a mask that is missing. */
const broken = (structure: string, id: string): string =>
  id === 'padding'
    ? structure.replace('mask=padding', 'mask=none')
    : withBug(structure, caseOf(id)?.broken ?? '');

function pose(question: Question, variant = 0, bug?: string): Posed {
  const { info } = know(fovea, modelBytes(), 'a');
  const traces = requestsOf(question, variant, info).map(({ text, run, loss }) => {
    const structure = bug ? broken(run.structure, bug) : run.structure;
    return know(fovea, modelBytes(), text, structure, bug ? undefined : loss).trace;
  });
  return question.poses(...runsOf(info, traces));
}

it('has 80 questions or more about 16 concepts or more, each known by one id', () => {
  expect(Object.keys(concepts).length).toBeGreaterThanOrEqual(16);
  expect(bank.length).toBeGreaterThanOrEqual(80);
  expect(new Set(bank.map(({ id }) => id)).size).toBe(bank.length);
});

describe.each(bank)('$id', (filed) => {
  const { question, concept } = filed;

  it.each([0, 1])(
    'has a key, and a misconception for every other option; sentence %i',
    (variant) => {
      const posed = pose(question, variant);
      const ids = Object.keys(posed.options);
      expect(ids).toContain(posed.key);
      expect(ids.length).toBeGreaterThanOrEqual(2);
      expect(new Set(Object.values(posed.options)).size, 'options that read the same').toBe(
        ids.length,
      );
      const chosen = Object.values(posed.mistakes);
      expect(new Set([posed.key, ...chosen])).toEqual(new Set(ids));
      expect(chosen, 'a misconception that leads to the key').not.toContain(posed.key);
      for (const name of Object.keys(posed.mistakes)) expect(misconceptions).toHaveProperty(name);
    },
  );

  it('has the same key in every language and every order of its options', () => {
    const posed = pose(question);
    globalThis.foveaWords = { de: wordsOf('de') };
    globalThis.foveaLanguage = 'de';
    const german = pose(question);
    globalThis.foveaLanguage = undefined;
    expect(german.key).toBe(posed.key);
    expect(german.mistakes).toEqual(posed.mistakes);
    expect(german.asks).not.toBe(posed.asks);
    for (const seed of [0, 1, 2, 3])
      expect([...shownOptions(filed.id, posed.options, seed)].sort()).toEqual(
        Object.keys(german.options).sort(),
      );
  });

  it('says so in sentences, with a number, and names views that exist', () => {
    const { asks, why, see, options } = pose(question);
    for (const text of [asks, why]) expect(text).toMatch(/^[\p{Lu}\d“−].*[.?:)]$/u);
    expect(why).toMatch(/\d/);
    for (const text of [asks, why, ...Object.values(options)])
      expect(text).not.toMatch(/undefined|NaN|Infinity|\[object/);
    expect(viewOf(see.view), see.view).toBeDefined();
    expect(viewOf(question.after), question.after).toBeDefined();
  });

  it('can be explained by one of the principles that are offered', () => {
    const offered = principlesFor(filed);
    expect(new Set(offered).size).toBeGreaterThanOrEqual(3);
    expect(offered).toContain(concept.principles[question.principle]);
  });
});

it('nine bugs of the bench in ten change the key of some question @thorough', () => {
  const keys = new Map(bank.map(({ id, question }) => [id, pose(question).key]));
  const changes = (question: Question, key: string | undefined, bug: string): boolean => {
    try {
      return pose(question, 0, bug).key !== key;
    } catch {
      return false; // it cannot be asked of such a run
    }
  };
  const unseen = cases.filter(
    ({ id: bug }) => !bank.some(({ id, question }) => changes(question, keys.get(id), bug)),
  );
  expect(unseen.length / cases.length, unseen.map(({ id }) => id).join()).toBeLessThanOrEqual(0.1);
});

// Numbers stand in their order, in which the right one has wrong ones on both sides rather often.
it('a key stands first, last and between about as often as chance would have it', () => {
  const seeds = [0, 1, 2, 3, 4, 5, 6, 7];
  const found = { first: 0, last: 0, between: 0 };
  const chance = { first: 0, last: 0, between: 0 };
  for (const { id, question } of bank) {
    const { options, key } = pose(question);
    for (const seed of seeds) {
      const shown = shownOptions(id, options, seed);
      const place = shown.indexOf(key);
      found[place === 0 ? 'first' : place === shown.length - 1 ? 'last' : 'between']++;
      chance.first += 1 / shown.length;
      chance.last += 1 / shown.length;
      chance.between += 1 - 2 / shown.length;
    }
  }
  const count = bank.length * seeds.length;
  for (const place of ['first', 'last', 'between'] as const)
    expect(Math.abs(found[place] - chance[place]) / count, place).toBeLessThan(0.15);
});
