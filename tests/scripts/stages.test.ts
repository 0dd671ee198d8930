import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
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

  it('of two lines run side by side, each after those that it names', async () => {
    const order: string[] = [];
    const noted = (name: string, rest: object, milliseconds: number) => ({
      name,
      ...rest,
      run: async () => {
        order.push(name);
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        order.push(`${name} ends`);
      },
    });
    const stages = [
      noted('page', {}, 1),
      noted('page tests', { after: ['native'] }, 1),
      noted('native', { beside: true }, 30),
      noted('native tests', { beside: true, after: ['page'] }, 1),
    ];
    expect((await runStages(stages)).ok).toBe(true);
    expect(order.slice(0, 4)).toEqual(['page', 'native', 'page ends', 'native ends']);
    expect(order).toHaveLength(8);
  });

  it('of the other line do not begin after one that failed', async () => {
    const last = vi.fn();
    const stages = [
      { name: 'fails', run: failing },
      { name: 'waits', beside: true, after: ['fails'], run: last },
    ];
    expect((await runStages(stages)).ok).toBe(false);
    expect(last).not.toHaveBeenCalled();
  });

  it('beside have their commands run with a lower priority', async () => {
    const printed: string[] = [];
    const command = [process.execPath, '-p', 'os.getPriority()'];
    const note = async () => void printed.push((await run(command)).trim());
    await runStages([{ name: 'beside', beside: true, run: note }]);
    await runStages([{ name: 'alone', run: note }]);
    expect(Number(printed[0])).toBe(constants.priority.PRIORITY_LOW);
    expect(Number(printed[1])).toBe(getPriority());
  });
});
