// `npm test`: brings what is missing, then runs what shows that Fovea works. `npm run check` runs the
// rest: lint, sanitizers, fuzzers, other browsers, sites, and tests that take long for what they find.
// With `--all` both. The last line is the sum. `npm test -- wasm page` runs the stages with one of
// these words in their names.
import { parseArgs } from 'node:util';
import { withoutBrowser } from './lib/browserless.mjs';
import { buildPreset, buildWeb, pageModules } from './lib/build.mjs';
import { formatCheck, tidyBinding, tidyCore, writeReference } from './lib/cpp-checks.mjs';
import { hasLibFuzzer, runFuzzers } from './lib/fuzz.mjs';
import { testIn } from './lib/other-browsers.mjs';
import { projectPath } from './lib/paths.mjs';
import { run, runTool } from './lib/run.mjs';
import { setUpForCheck, setUpForTests } from './lib/setup.mjs';
import { exitOnError, runStages } from './lib/stages.mjs';
import { ctest, ctestAsWasm, ctestThoroughly, playwright, vitest } from './lib/suites.mjs';
import { installGenerators, testSites } from './lib/test-sites.mjs';
import { walk } from './lib/walk/walk.mjs';

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

async function kernelSpeed() {
  const guard = await import('../tests/bench/kernel-speed.mjs');
  return guard.kernelSpeed();
}

/** The targets, quickly: `npm test` asks what the core computes, not how fast. */
const buildQuickly = (targets, name) => ({ name, run: () => buildPreset('quick', targets) });
const buildModules = (targets) => ({ name: 'wasm build', run: () => buildPreset('wasm', targets) });
const buildPage = { name: 'page build', run: buildWeb };

/** A browser, a linker and a bundler leave half of two cores idle. */
const beside = (...stages) => stages.map((stage) => ({ ...stage, beside: true }));

const tests = [
  {
    name: 'TypeScript format and lint',
    run: () => runTool('biome', ['ci', '--error-on-warnings', '--reporter=summary']),
  },
  { name: 'TypeScript types', run: checkTypes },
  { name: 'units of the scripts', run: () => vitest(['scripts']) },
  buildModules(pageModules),
  buildPage,
  { name: 'budgets', run: () => vitest(['budget']) },
  // While the native program is built, which the browser's tests compare with.
  { name: 'units of the page', run: () => vitest(['web', 'apart']) },
  { name: 'browser', run: () => playwright('usual'), after: ['native program'] },
  { name: 'shipped wasm', run: () => vitest(['wasm']) },
  ...beside(
    // And what the tests of the shipped wasm compare with.
    buildQuickly(['fovea', 'fovea_training_losses'], 'native program'),
    buildQuickly(['fovea_usual_tests'], 'native build'),
    { name: 'C++ format', run: formatCheck },
    { name: 'native tests', run: () => ctest('quick', '-LE', 'thorough') },
  ),
];

const checks = [
  buildModules(),
  {
    name: 'types of the binding',
    run: () => run([process.execPath, projectPath('scripts/wasm-types.mjs'), '--check']),
  },
  { name: 'page without a browser', run: withoutBrowser },
  buildPage,
  { name: 'browser, thoroughly', run: () => playwright('thorough') },
  { name: 'random walk', run: () => walk({ seed: 1, count: 2000, counted: false }) },
  { name: 'Firefox and WebKitGTK', run: testOtherBrowsers },
  { name: 'generators of sites', run: installGenerators },
  { name: 'sites', run: testSites },
  { name: 'native tests as wasm', run: ctestAsWasm },
  { name: 'C++ lint of the binding', run: tidyBinding, after: ['C++ lint'] },
  ...beside(
    { name: 'native build', run: () => buildPreset('release') },
    { name: 'native tests, thoroughly', run: ctestThoroughly },
    {
      name: 'shipped wasm, thoroughly',
      run: () => vitest(['wasm'], 'thorough'),
      after: ['wasm build'],
    },
    { name: 'C++ reference', run: writeReference },
    { name: 'C++ lint', run: tidyCore },
    { name: 'build with sanitizers', run: async () => buildPreset(await sanitizers()) },
    { name: 'tests with sanitizers', run: async () => ctest(await sanitizers()) },
    { name: 'fuzzers', run: () => runFuzzers(20) },
    { name: 'kernel speed', run: kernelSpeed, after: ['C++ lint of the binding'] },
  ),
];

function chosenStages(stages, words) {
  for (const word of words)
    if (!stages.some(({ name }) => name.includes(word)))
      throw new Error(`no stage "${word}": ${stages.map(({ name }) => name).join(', ')}`);
  return stages.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
}

async function stagesOf(stages, words, setUp) {
  const chosen = chosenStages(stages, words);
  setUp();
  return runStages(chosen);
}

await exitOnError(async () => {
  const options = { check: { type: 'boolean' }, all: { type: 'boolean' } };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const sums = [];
  if (!values.check) sums.push(await stagesOf(tests, positionals, setUpForTests));
  if (values.check || (values.all && sums[0].ok))
    sums.push(await stagesOf(checks, positionals, setUpForCheck));
  const sum = (name) => sums.reduce((total, each) => total + each[name], 0);
  const ok = sums.every((each) => each.ok);
  console.log(
    `\n${sum('passed')} passed, ${ok ? sum('failed') : Math.max(1, sum('failed'))} failed`,
  );
  process.exitCode = ok ? 0 : 1;
});
