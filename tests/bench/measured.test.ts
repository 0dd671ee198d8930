import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { arithmeticPrint, integersPrint } from './arithmetic.mjs';

const read = (file: string) => readFileSync(projectPath(file), 'utf8');

/** What stands under the figures of a suite in docs/performance.md. */
const measuredOn = (suite: string) =>
  read('docs/performance.md').match(
    new RegExp(
      `<!-- figures: ${suite} -->(?:(?!<!-- end)[^])*?Measured on [^\\n]*commit (\\w{7}), arithmetic (\\w{12})`,
    ),
  );

it.each(['chromium', 'native', 'train'])(
  'the figures of %s are those of the kernels, build flags and link options as they are',
  (suite) => {
    const [, commit, print] = measuredOn(suite) ?? [];
    expect(commit, 'the commit that was measured').toMatch(/^[0-9a-f]{7}$/);
    expect(print, `measure again: npm run bench -- ${suite}`).toBe(arithmeticPrint());
  },
);

it('the figures of integers are those of their kernels as they are', () => {
  const [, , print] = measuredOn('integers') ?? [];
  expect(print, 'measure again: npm run bench -- integers').toBe(integersPrint());
});

it('tells a changed flag or kernel from a changed comment', () => {
  const changed = (file: string, from: RegExp, to: string) =>
    arithmeticPrint((path: string) => {
      if (path !== file) return read(path);
      const text = read(path).replace(from, to);
      expect(text).not.toBe(read(path));
      return text;
    });
  const product = 'core/src/kernels/product.cpp';
  const flags = 'cmake/compile_options.cmake';
  expect(changed(flags, /-msimd128/, '-mrelaxed-simd')).not.toBe(arithmeticPrint());
  expect(changed(product, /rows \/ parts/, 'rows / most')).not.toBe(arithmeticPrint());
  expect(changed(product, /^\/\/\/ The rows of .*$/m, '/// How many rows')).toBe(arithmeticPrint());
  expect(changed(flags, /^# The flags .*$/m, '# Flags')).toBe(arithmeticPrint());
  const core = 'core/CMakeLists.txt';
  expect(changed(core, /src\/circuit\.cpp/, 'src/circuits.cpp')).toBe(arithmeticPrint());
  expect(changed(core, /UNITY_BUILD ON/, 'UNITY_BUILD OFF')).not.toBe(arithmeticPrint());
});
