// The test suites, each run so that its own count of tests can be read.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { buildPath, projectPath } from './paths.mjs';
import { CommandError, run, runTool } from './run.mjs';

/** Runs a suite; `count` reads {passed, failed} after it. A failure carries the counts along. */
async function suite(start, count) {
  let output = '';
  try {
    output = await start();
  } catch (error) {
    if (error instanceof CommandError) error.tests = count(error.output);
    throw error;
  }
  return count(output);
}

function countCtest(output) {
  const match = output.match(/(\d+) tests failed out of (\d+)/);
  const [failed, total] = match ? [Number(match[1]), Number(match[2])] : [0, 0];
  return { passed: total - failed, failed };
}

/** The folder is behind the preset, whose own it replaces. */
export const ctest = (preset, ...args) =>
  suite(
    () => run(['ctest', '--preset', preset, '--test-dir', buildPath(preset), ...args]),
    countCtest,
  );

/** The native tests that take long for what they find; without those for ARM where these cannot be built. */
export async function ctestThoroughly() {
  const listed = await run(['ctest', '-N', '-R', '^neon:', '--test-dir', buildPath('release')]);
  if (!/^ {2}Test +#/m.test(listed))
    console.log(
      'SKIPPED: the kernels for ARM; not installed: g++-aarch64-linux-gnu, qemu-user-static, Catch2 2',
    );
  return ctest('release', '-L', 'thorough');
}

/** Reads a report in JSON that a suite wrote, if it came that far. */
function fromReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** The tests of the core as wasm, which its build leaves out where Catch2 2 is not installed. */
export async function ctestAsWasm() {
  if (existsSync(buildPath('wasm/tests/fovea_tests.js'))) return ctest('wasm');
  console.log(
    'SKIPPED: the tests of the core as wasm; not installed: catch2/catch.hpp of Catch2 2',
  );
}

/** By which the `usual` tests, and the `thorough`, are told apart: by the tag in their title. */
const titles = { usual: '^(?!.*@thorough)', thorough: '@thorough' };

/** The `usual` tests of projects, or those that take long for what they find; the first names their report. */
export function vitest([project, ...more], which = 'usual') {
  const report = buildPath(`reports/vitest-${project}-${which}.json`);
  rmSync(report, { force: true });
  const args = [
    'run',
    ...[project, ...more].flatMap((each) => ['--project', each]),
    '-t',
    titles[which],
  ];
  args.push('--reporter=default', '--reporter=json');
  return suite(
    () => runTool('vitest', [...args, `--outputFile.json=${report}`]),
    () =>
      fromReport(report, ({ numPassedTests, numFailedTests }) => ({
        passed: numPassedTests,
        failed: numFailedTests,
      })),
  );
}

/** The page in Chromium: the `usual` tests, or those that take long for what they find, tagged or in a folder. */
export function playwright(which) {
  const report = buildPath(`reports/playwright-${which}.json`);
  const chosen = [which === 'usual' ? '--grep-invert' : '--grep', '@thorough|thorough/'];
  rmSync(report, { force: true });
  const config = projectPath('tests/browser/playwright.config.ts');
  return suite(
    () =>
      runTool('playwright', ['test', '--config', config, ...chosen, '--reporter=list,json'], {
        env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
      }),
    () =>
      fromReport(report, ({ stats }) => ({
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
      })),
  );
}
