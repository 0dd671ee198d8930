import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { structureOf } from '../../../web/src/state/dataflow/structure';
import { optionEntries, optionWords } from '../../../web/src/state/options';
import { switches, valueAt, withSwitch } from '../../../web/src/state/what-if/switches';
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
