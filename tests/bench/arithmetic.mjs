// What the speed of the arithmetic depends on, as one fingerprint: figures in docs/performance.md name
// the commit and the fingerprint that they were measured at, and a test fails where it has changed.
import { readdirSync, readFileSync } from 'node:fs';
import { projectPath } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';
import { fingerprint } from './cached.mjs';

const kernels = 'core/src/kernels';

const kernelFiles = () =>
  readdirSync(projectPath(kernels))
    .sort()
    .map((name) => `${kernels}/${name}`);

/** Those of products in integers, which no other figure depends on. */
const ofIntegers = (file) => /\/int(egers|_vec)/.test(file);

/** Kernels, build flags and link options. */
const files = () => [
  ...kernelFiles().filter((file) => !ofIntegers(file)),
  'CMakeLists.txt',
  'CMakePresets.json',
  'cmake/compile_options.cmake',
  'cmake/emscripten_toolchain.cmake',
  'core/CMakeLists.txt',
  'core/kernels.cmake',
  'wasm/CMakeLists.txt',
  'wasm/cores.cmake',
  'wasm/learn/CMakeLists.txt',
  'wasm/relatives/CMakeLists.txt',
];

/**
 * Of a file the lines that a compiler sees; which files belong to the core, where it looks for headers, and
 * the module of what people publish and the preset `quick`, which are not measured, make none slower, nor does
 * the system's library of threads.
 */
const effective = (text) =>
  text
    .replace(
      /^ {4}\{\n {6}"name": "quick",[\s\S]*?\n {4}\},\n|^ .*"configurePreset": "quick".*\n/gm,
      '',
    )
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/kernels\/integers\.cpp/.test(line))
    .filter((line) => line && !/^(#(?!include|if|el|endif|define|pragma)|\/\/)/.test(line))
    .filter(
      (line) =>
        !/^(([\w/]+\.cpp\)?\s*)+|target_(sources|include_directories)\(.*|add_subdirectory\(published\)|.*\bThreads\b.*\))$/.test(
          line,
        ),
    )
    .join('\n');

/** Twelve hexadecimal digits. */
export const arithmeticPrint = (read = (file) => readFileSync(projectPath(file), 'utf8')) =>
  fingerprint(...files().map((file) => effective(read(file)))).slice(0, 12);

/** The same of all that products in integers depend on. */
export const integersPrint = () =>
  fingerprint(
    arithmeticPrint(),
    ...kernelFiles()
      .filter(ofIntegers)
      .map((file) => effective(readFileSync(projectPath(file), 'utf8'))),
  ).slice(0, 12);

/** `commit 1a2b3c4, arithmetic 0123456789ab`, as it stands under the figures of a suite. */
export async function measuredAt(suite) {
  const commit = (await run(['git', 'rev-parse', '--short=7', 'HEAD'])).trim();
  return `commit ${commit}, arithmetic ${suite === 'integers' ? integersPrint() : arithmeticPrint()}`;
}
