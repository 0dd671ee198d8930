import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { structureOf } from '../../../web/src/state/dataflow/structure';
import { optionEntries, optionNamed, optionWords, ownValue } from '../../../web/src/state/options';
import { parseOptions } from '../../../web/src/state/what-if/run-text';
import { switches, valueAt, withSwitch } from '../../../web/src/state/what-if/switches';
import { cases } from '../../../web/src/views/bench/cases';
import { makeModel } from '../fixtures';

const { config } = makeModel({}, 4, 3);

/** The list of what the core reads. */
const header = readFileSync(
  join(import.meta.dirname, '../../../core/src/structure_options.h'),
  'utf8',
);
const visited = [...header.matchAll(/visit\("(\w+)", (\w+)/g)].map(([, key = '', list = '']) => {
  const spellings = new RegExp(`${list}\\{([^;]*);`).exec(header)?.[1] ?? '';
  return { key, values: [...spellings.matchAll(/"(\w+)"/g)].map(([, value = '']) => value) };
});

describe('the table of options', () => {
  it('holds what the core reads, and nothing else', () => {
    expect(visited.length).toBeGreaterThan(10);
    const keys = optionEntries.map(([key]) => key);
    expect([...keys].sort()).toEqual(visited.map(({ key }) => key).sort());
  });

  it('knows the core’s bugs for bugs', () => {
    const [, body = ''] = /void forEachBug\([^{]*\{([^}]*)\}/.exec(header) ?? [];
    const keys = [...body.matchAll(/visit\("(\w+)"/g)].map(([, key]) => key);
    expect(keys.length).toBeGreaterThan(3);
    // Of these the first value is right; bugOf in structure.cpp names two more.
    const bugs = visited
      .filter(({ key }) => keys.includes(key))
      .flatMap(({ key, values }) => values.slice(1).map((value) => `${key}=${value}`));
    const ours = optionEntries.flatMap(([key, option]) =>
      (option.bugs ?? []).map((value) => `${key}=${value}`),
    );
    expect(ours.sort()).toEqual([...bugs, 'mask=leaky', 'embedding_scale=off'].sort());
  });

  it('has each option that the bench breaks, whose cases are all of its bugs', () => {
    const set = cases.flatMap(({ broken, right = '' }) => [broken, right].flatMap(parseOptions));
    const unknown = set.filter(({ key, value }) => !optionWords(key, value, config));
    expect(unknown).toEqual([]);
    const broken = cases.flatMap((each) => each.broken.split(','));
    for (const [key, { bugs = [] }] of optionEntries)
      for (const value of bugs) expect(broken).toContain(`${key}=${value}`);
  });

  it.each(visited)('has words for each value of “$key”', ({ key, values }) => {
    for (const value of values) expect(optionWords(key, value, config), value).toMatch(/\S/);
    expect(optionWords(key, 'nonsense', config)).toBeUndefined();
  });

  it.each(optionEntries)(
    '“%s” has no bug of itself, nor in what its switch offers',
    (key, option) => {
      expect(option.bugs ?? []).not.toContain(structureOf(config)[key]);
      const offered = Object.entries(option.values).filter(([, [, name]]) => name !== undefined);
      for (const [value] of offered) expect(option.bugs ?? []).not.toContain(value);
    },
  );

  it('says of the model’s own activation its name alone', () => {
    expect(optionWords('activation', 'relu', config)).toBe('ReLU');
    expect(optionWords('activation', 'gelu', config)).toMatch(/^GELU .*ReLU$/);
  });

  it('say nothing of a value that only every object has', () => {
    expect(optionWords('mask', 'causal', config)).toContain('causal');
    expect(optionWords('mask', 'constructor', config)).toBeUndefined();
  });

  it('reads a number of digits, and none of an empty value', () => {
    expect(optionWords('residual', '.5', config)).toContain('.5');
    expect(optionWords('residual', ' ', config)).toBeUndefined();
    expect(optionWords('scale', '', config)).toBeUndefined();
  });

  it('has of positions what the model has', () => {
    const positions = optionNamed('positions');
    const own = ['sinusoidal', 'absolute', 'none', 'rotary', 'alibi'] as const;
    expect(
      own.map(
        (type) => positions && ownValue(positions, { ...config, position_embedding_type: type }),
      ),
    ).toEqual(['on', 'on', 'off', 'rotary', 'alibi']);
  });

  it('offer in a switch the values that have a name, and no bug', () => {
    const mask = switches.find(({ id }) => id === 'mask');
    expect(mask?.values.map(({ value }) => value)).toEqual(['none', 'padding', 'causal']);
  });

  it.each(switches.filter(({ without, id }) => without !== undefined && id !== 'heads'))(
    'the switch “$id” leaves its part out',
    ({ id, without = '', scopes: [scope = 'all'] }) => {
      const run = withSwitch(
        { structure: '', changes: [] },
        id,
        without,
        { scope, layer: 1 },
        config,
      );
      expect(run).not.toEqual({ structure: '', changes: [] });
      expect(valueAt(run, id, 1, config)).toBe(without);
    },
  );
});
