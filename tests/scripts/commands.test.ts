import { describe, expect, it } from 'vitest';
import { cppFiles } from '../../scripts/lib/cpp-checks.mjs';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';

const script = (name: string, ...args: string[]) =>
  run([process.execPath, projectPath(`scripts/${name}.mjs`), ...args]);

describe('what is asked of a script that it does not know', () => {
  it('is refused by npm test, which names its stages', async () => {
    const refusal = expect.stringMatching(
      /^no stage "typo": .*budgets, units of the page, browser, shipped wasm, native program, native build, .*native tests.*\n$/,
    );
    await expect(script('test', 'typo')).rejects.toMatchObject({ output: refusal });
    await expect(script('test', 'units', 'typo')).rejects.toMatchObject({ output: refusal });
  });

  it('is refused by npm run check, which has stages of its own', async () => {
    const refusal = expect.stringMatching(/^no stage "units": .*WebKitGTK, .*fuzzers, .*\n$/);
    await expect(script('test', '--check', 'units')).rejects.toMatchObject({ output: refusal });
  });

  it('is refused by npm start, without a trace of its stack', async () => {
    const refusal = expect.stringMatching(/^Unknown option '--prot'[^\n]*\n$/);
    await expect(script('start', '--prot', '80')).rejects.toMatchObject({ output: refusal });
  });
});

describe('the C++ files', () => {
  it('are those below the folders', () => {
    const files = cppFiles('core', 'wasm');
    expect(files).toEqual(expect.arrayContaining(['core/src/encoder.cpp', 'wasm/api.h']));
    expect(files.filter((path) => !/^(core|wasm)\/.*\.(cpp|h)$/.test(path))).toEqual([]);
  });
});
