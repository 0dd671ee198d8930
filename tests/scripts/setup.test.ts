import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { inRange } from '../../scripts/lib/setup.mjs';

const wanted = JSON.parse(readFileSync(projectPath('package.json'), 'utf8')).engines.node;

describe('the Node that package.json asks for', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0', '25.1.0'])('may be %s', (version) => {
    expect(inRange(version, wanted)).toBe(true);
  });

  it.each(['18.20.8', '20.9.0', '20.18.3', '21.7.3', '22.11.0', '23.11.0'])(
    'may not be %s',
    (version) => {
      expect(inRange(version, wanted)).toBe(false);
    },
  );
});

/** The modules that a script loads before its first line runs, its own and npm's. */
function loadedAtOnce(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, name = ''] of source.matchAll(/^(?:import|export)\b[^;'=()]*'([^']+)';$/gm))
    if (name.startsWith('.')) loadedAtOnce(resolve(dirname(file), name), found);
    else found.add(name);
  return found;
}

describe('a command that installs the npm packages', () => {
  it.each(['start', 'test', 'build', 'bare'])('loads none before: %s', (name) => {
    const loaded = [...loadedAtOnce(projectPath(`scripts/${name}.mjs`))];
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter((module) => !/^\/|^node:/.test(module))).toEqual([]);
  });
});
