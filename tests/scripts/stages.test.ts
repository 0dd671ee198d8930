import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { run } from '../../scripts/lib/run.mjs';
import { runStages } from '../../scripts/lib/stages.mjs';

const printed: string[] = [];
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fovea-'));
  vi.stubEnv('FOVEA_BUILD', folder);
  printed.length = 0;
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((text) => void printed.push(String(text)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** A command that writes 200 lines and fails. */
const failing = () =>
  run([process.execPath, '-e', 'for (let i = 1; i <= 200; ++i) console.log(i); process.exit(3)']);

describe('stages', () => {
  it('run in order, and their tests are summed', async () => {
    const stages = [
      { name: 'one', run: async () => ({ passed: 2, failed: 0 }) },
      { name: 'another', run: async () => {} },
      { name: 'third', run: async () => ({ passed: 3, failed: 0 }) },
    ];
    expect(await runStages(stages)).toEqual({ passed: 5, failed: 0, ok: true });
    expect(printed).toHaveLength(3);
  });

  it('end with the one that fails; its output is kept whole, and its end shown', async () => {
    const last = vi.fn();
    const stages = [
      { name: 'C++ build', run: failing },
      { name: 'last', run: last },
    ];
    expect((await runStages(stages)).ok).toBe(false);
    expect(last).not.toHaveBeenCalled();
    const log = join(folder, 'reports/C-build.log');
    expect(readFileSync(log, 'utf8')).toMatch(/^1\n2\n.*\n200\n$/s);
    const shown = printed.join('\n');
    expect(shown).toMatch(/^121\n.*^200$/ms);
    expect(shown).not.toMatch(/^120$/m);
    expect(shown).toMatch(/C\+\+ build failed: .* ended with 3/);
    expect(shown).toContain(log);
  });
});
