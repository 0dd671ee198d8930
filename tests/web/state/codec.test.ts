import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Choice } from '../../../web/src/state/actions';
import { choices, initialChoices } from '../../../web/src/state/codec/choices';
import {
  type AttributeName,
  attributeForm,
  attributeNames,
  attributeValue,
  entries,
  fields,
  readAttribute,
} from '../../../web/src/state/codec/fields';
import { parseMasked, parseTrail } from '../../../web/src/state/codec/kinds';
import { parsePair } from '../../../web/src/state/codec/texts';
import { initialState, reduce } from '../../../web/src/state/reduce';
import { initialSelection, type Selection, type State } from '../../../web/src/state/state';
import { firstTime, spanOf } from '../../../web/src/state/timeline';
import { formatHash, leftOut, parseHash } from '../../../web/src/state/url';
import { makeModel, makeTrace } from '../fixtures';

const text = 'the cat saw it and ran';
const cell = { name: 'embedding.output', index: [1, 0] };

/** For each field a value that differs from the initial one. */
const samples: Readonly<Record<keyof typeof fields, Choice>> = {
  sentence: { sentence: 'an old “cat” & <b>a dog</b>' },
  cut: { cut: true },
  masked: { masked: [0, 2] },
  structure: { structure: 'scale=off,norm=pre' },
  change: { changes: ['output[0]=0', 'embedding.output[1,:]*2'] },
  without: { structure: 'positions=off,layer@1=off' },
  backward: { backward: true },
  loss: { loss: '2=cat' },
  other: { other: 'the dog saw it and slept' },
  pair: { pair: 'a b' },
  view: { view: 'expand' },
  layer: { layer: 1 },
  head: { head: 3 },
  token: { token: 4 },
  why: { why: 2 },
  cell: { trail: [cell, cell] },
  time: { time: firstTime - 1.25 },
  loop: { loop: true },
  speed: { speed: 2 },
  tables: { tables: true },
  train: { train: 'seed=2,positions=off' },
  lesson: { lesson: 'captions' },
  tour: { tour: { chapter: 4, answers: [1, null, 'seen'] as const } },
  case: { case: 'positions' },
  guess: { guesses: [2, 0] },
  settings: { settings: 'mask=causal,seen=on' },
  study: { study: 'depth=12,norm=pre post' },
  model: { source: 'https://example.org/minilm/' },
  lang: { lang: 'de' },
  theme: { theme: 'dark' },
};

const choose = (state: State, choice: Choice) => reduce(state, { type: 'choose', choice });

/** A figure that has read a sentence. */
function ready(sentence = text): State {
  const axes = [
    ['token', 6],
    ['dModel', 2],
  ] as const;
  const trace = makeTrace(sentence, [
    { name: 'embedding.output', axes, values: new Array(12).fill(1) },
  ]);
  return reduce(initialState({ sentence }), { type: 'model', model: makeModel(), trace });
}

describe('the table of what can be chosen', () => {
  it.each(entries)('“%s” is read from the address that it is written to', (name, field) => {
    const sample = samples[name as keyof typeof fields];
    const hash = formatHash(choose(initialState(), sample));
    expect(new URLSearchParams(hash.slice(1)).has(name)).toBe(field.address !== undefined);
    const read = choose(initialState(), parseHash(hash));
    expect(read[field.key]).toEqual(Object.values(sample)[0]);
    expect(read[field.key]).not.toEqual(initialSelection[field.key]);
  });

  it.each(attributeNames)('“%s” is read from the attribute that it is written to', (name) => {
    const { key } = fields[name];
    const from = ready(name === 'sentence' ? 'another' : text);
    const state = choose(from, samples[name]);
    const span = spanOf(state.view);
    const figure = span ? { ...ready(), span } : ready();
    const value = attributeValue(name, state);
    const reading = readAttribute(name, String(value), figure);
    expect(choose(figure, reading as Choice)[key]).toEqual(state[key]);
    expect(attributeValue(name, choose(figure, reading as Choice))).toEqual(value);
  });

  it.each(attributeNames)('without “%s” a figure shows what it does at first', (name) => {
    const { key } = fields[name];
    const fresh = ready(initialSelection.sentence);
    const changed = choose(fresh, samples[name]);
    for (const absent of ['sentence', 'loop', 'backward'].includes(name)
      ? [null]
      : [null, '', ' ']) {
      const reading = readAttribute(name, absent, changed) as Choice;
      expect(choose(changed, reading)[key]).toEqual(fresh[key]);
    }
  });

  it.each(entries)('what an address means by leaving “%s” out is its initial value', (_, field) => {
    expect(field.key in leftOut).toBe(field.resets ?? false);
    if (field.resets) expect(leftOut[field.key]).toEqual(initialSelection[field.key]);
  });

  it('is documented entry by entry, attributes with their type and default', () => {
    const source = ['run-fields', 'fields', 'choices']
      .map((file) => join(import.meta.dirname, `../../../web/src/state/codec/${file}.ts`))
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
    for (const [name, field] of entries) {
      const comment = new RegExp(`/\\*\\*((?:[^*]|\\*(?!/))*)\\*/\\n  ${name}:`).exec(source)?.[1];
      expect(comment, name).toBeDefined();
      if (field.attribute) {
        expect(comment, name).toMatch(new RegExp(`@attr \\{\\S+\\} ${name} - `));
        expect(comment?.replace(/\s*\n\s*\*?\s*/g, ' '), name).toMatch(/ Default: \S/);
      } else expect(comment, name).toContain('Address only.');
    }
  });

  it('holds all that a reader chooses', () => {
    const held = new Set<keyof Selection>(entries.map(([, { key }]) => key));
    const all = Object.keys(initialSelection).filter((key) => key !== 'pinned');
    expect([...held].sort()).toEqual(all.sort());
  });
});

describe('a choice of one value', () => {
  const folder = join(import.meta.dirname, '../../../web/src/state');
  const others = ['state', 'codec/fields', 'codec/run-fields', 'codec/kinds']
    .map((file) => readFileSync(join(folder, `${file}.ts`), 'utf8'))
    .join('\n');

  it.each(Object.keys(choices) as (keyof typeof choices)[])('“%s” is one entry', (name) => {
    expect(others).not.toMatch(new RegExp(`^ {2}(?:readonly )?${name}: `, 'm'));
    expect(initialState()[name]).toBe(initialChoices[name]);
    expect(fields[name].key).toBe(name);
    expect(attributeNames.includes(name as AttributeName)).toBe('attribute' in choices[name]);
  });
});

describe('an attribute that is taken away', () => {
  it('waits for the trace of the sentence that is shown', () => {
    expect(readAttribute('token', null, { ...ready(), sentence: 'another' })).toBeNull();
    expect(readAttribute('token', null, ready())).toEqual({ token: 3 });
    expect(readAttribute('token', null, initialState())).toEqual({ token: -1 });
  });

  it.each(['layer', 'head'] as const)(
    'gives the %s that the model is best looked at in',
    (name) => {
      const roles = JSON.stringify([{ role: 'antecedent', layer: 1, head: 2, score: 1 }]);
      const state = { ...ready(), model: makeModel({ roles }) };
      expect(readAttribute(name, null, state)).toEqual({ [name]: { layer: 1, head: 2 }[name] });
      expect(readAttribute(name, null, initialState())).toEqual({ [name]: -1 });
    },
  );

  it('recovers from a view that there is not', () => {
    const lost = choose(ready(), readAttribute('view' as AttributeName, 'nope', ready()) as Choice);
    expect(lost.view).toBe('nope');
    const back = choose(lost, readAttribute('view', null, lost) as Choice);
    expect(back).toMatchObject({ view: 'attention', span: spanOf('attention'), time: firstTime });
  });
});

it('settings that are too many are left out whole', () => {
  const long = Array.from({ length: 900 }, (_, i) => `s${i}=${i}${i}`).join(',');
  const { settings = '' } = parseHash(`#settings=${encodeURIComponent(long)}`);
  expect(settings.length).toBeGreaterThan(3900);
  expect(long.startsWith(`${settings},`)).toBe(true);
});

it('a list of places is in the order of numbers, each once', () => {
  expect(parseMasked('10,9,2,10,0,x')).toEqual([1, 8, 9]);
});

it('a pair is of two different pieces', () => {
  expect(parsePair('dog cat')).toBe('dog cat');
  expect(parsePair('dog dog')).toBeUndefined();
});

it('a walk back that is longer than any model needs is cut', () => {
  expect(parseTrail('output:1,1~output:2,2')).toHaveLength(2);
  expect(parseTrail(Array(300).fill('output:1,1').join('~'))).toHaveLength(200);
});

it('the first word of a sentence is found by its name, too', () => {
  const first = ready().trace?.encoding.tokens[0]?.piece ?? '';
  expect(readAttribute('token', first.toUpperCase(), ready())).toEqual({ token: 0 });
});

it('a switch is on where its attribute is there, but for “false”', () => {
  const { read } = attributeForm('loop');
  const on = ['', 'true', ' true '].map((text) => read(text, initialState()));
  expect(on).toEqual([{ loop: true }, { loop: true }, { loop: true }]);
  expect(read('false', initialState())).toEqual({ loop: false });
  expect(read('yes', initialState())).toContain('loop="yes"');
});
