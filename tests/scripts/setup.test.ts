import { readFileSync } from 'node:fs';
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
