// `npm test`: brings what is missing, then runs every check there is. The last line is the sum.
// `npm test -- wasm page` runs the stages with one of these words in their names.

import { buildPreset, buildWeb } from './lib/build.mjs';
import { formatCheck, tidyBinding, tidyCore, writeReference } from './lib/cpp-checks.mjs';
import { hasLibFuzzer, runFuzzers } from './lib/fuzz.mjs';
import { testIn } from './lib/other-browsers.mjs';
import { projectPath } from './lib/paths.mjs';
import { run, runTool } from './lib/run.mjs';
import { setUpForTests } from './lib/setup.mjs';
import { exitOnError, runStages } from './lib/stages.mjs';
import { ctest, ctestAsWasm, playwright, vitest } from './lib/suites.mjs';
import { testSites } from './lib/test-sites.mjs';

/** The page by itself, which knows nothing of Node; then the tests, with the page and the scripts. */
const checkTypes = () =>
  Promise.all(['', 'tests'].map((folder) => runTool('tsc', ['-p', projectPath(folder)])));

/** Side by side: a browser waits for most of its time. */
async function testOtherBrowsers() {
  const results = await Promise.all(['firefox', 'webkit'].map(testIn));
  return { passed: results.reduce((sum, result) => sum + (result?.passed ?? 0), 0) };
}

/** The preset with sanitizers, of the compiler that is quicker with them. */
const sanitizers = async () => ((await hasLibFuzzer()) ? 'dev-clang' : 'dev');

/** The core by itself. */
const native = [
  { name: 'native build', run: () => buildPreset('release') },
  { name: 'C++ format', run: formatCheck },
  { name: 'C++ reference', run: writeReference },
  { name: 'native tests', run: () => ctest('release') },
  { name: 'C++ lint', run: tidyCore },
  { name: 'build with sanitizers', run: async () => buildPreset(await sanitizers()) },
  { name: 'tests with sanitizers', run: async () => ctest(await sanitizers()) },
];

/** The page, what it is made of, some of it compared with the native program; then the shorter of the rest. */
const page = [
  { name: 'TypeScript format and lint', run: () => runTool('biome', ['ci', '--reporter=summary']) },
  { name: 'TypeScript types', run: checkTypes },
  { name: 'units of the scripts', run: () => vitest('scripts') },
  { name: 'units of the page', run: () => vitest('web') },
  { name: 'wasm build', run: () => buildPreset('wasm') },
  {
    name: 'types of the binding',
    run: () => run([process.execPath, projectPath('scripts/wasm-types.mjs'), '--check']),
  },
  { name: 'shipped wasm', run: () => vitest('wasm'), after: ['native build'] },
  { name: 'page build', run: buildWeb },
  { name: 'budgets', run: () => vitest('budget') },
  { name: 'browser', run: playwright },
  { name: 'Firefox and WebKitGTK', run: testOtherBrowsers },
  { name: 'sites', run: testSites },
  { name: 'C++ lint of the binding', run: tidyBinding, after: ['C++ lint'] },
  { name: 'native tests as wasm', run: ctestAsWasm },
  { name: 'fuzzers', run: () => runFuzzers(20) },
];

// A browser, a linker and a bundler leave half of two cores idle.
const stages = [...page, ...native.map((stage) => ({ ...stage, beside: true }))];

function chosenStages(words) {
  for (const word of words)
    if (!stages.some(({ name }) => name.includes(word)))
      throw new Error(`no stage "${word}": ${stages.map(({ name }) => name).join(', ')}`);
  return stages.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
}

await exitOnError(async () => {
  const chosen = chosenStages(process.argv.slice(2));
  setUpForTests();
  const { passed, failed, ok } = await runStages(chosen);
  console.log(`\n${passed} passed, ${ok ? failed : Math.max(1, failed)} failed`);
  process.exitCode = ok ? 0 : 1;
});
