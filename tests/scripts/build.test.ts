import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isCurrent } from '../../scripts/lib/build.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fovea-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes a file that was last written so many seconds after some beginning. */
function file(name: string, seconds: number): string {
  const path = join(folder, name);
  writeFileSync(path, '');
  utimesSync(path, 1e9 + seconds, 1e9 + seconds);
  return path;
}

describe('what was built is current', () => {
  it('where every output is newer than all inputs', () => {
    const inputs = [file('a', 1), file('b', 2)];
    expect(isCurrent([file('out', 3), file('out2', 4)], inputs)).toBe(true);
    expect(isCurrent([file('out', 2), file('out2', 4)], inputs)).toBe(false);
  });

  it('not where an output is missing', () => {
    expect(isCurrent([file('out', 3), join(folder, 'out2')], [file('a', 1)])).toBe(false);
  });

  it('not where something in an input folder has changed', () => {
    mkdirSync(join(folder, 'web/src'), { recursive: true });
    file('web/src/a', 5);
    for (const path of ['web/src', 'web']) utimesSync(join(folder, path), 1e9, 1e9);
    const inputs = [join(folder, 'web')];
    expect(isCurrent([file('out', 6)], inputs)).toBe(true);
    expect(isCurrent([file('out', 4)], inputs)).toBe(false);
  });
});
