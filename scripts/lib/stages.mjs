import { mkdirSync, writeFileSync } from 'node:fs';
import { buildPath } from './paths.mjs';
import { CommandError } from './run.mjs';

/** The end of an output, where its reason mostly is. */
const tail = (text, lines = 80) => text.trimEnd().split('\n').slice(-lines).join('\n');

/** Prints why a stage failed. What a command has written is kept whole in a file. */
function report(name, error) {
  if (!(error instanceof CommandError)) {
    console.error(error);
    console.error(`\n${name} failed: ${error.message}`);
    return;
  }
  const log = buildPath(`reports/${name.replaceAll(/\W+/g, '-')}.log`);
  mkdirSync(buildPath('reports'), { recursive: true });
  writeFileSync(log, error.output);
  console.error(tail(error.output));
  console.error(`\n${name} failed: ${error.message}; all it wrote is in ${log}`);
}

const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/**
 * Runs stages in order, each `{name, run}`, and prints how long each took. `run` may return the
 * tests it ran, `{passed, failed}`. Stops at the first stage that throws or has failures; returns
 * the sums, and whether all went well.
 */
export async function runStages(stages) {
  const sum = { passed: 0, failed: 0, ok: true };
  const width = Math.max(...stages.map(({ name }) => name.length));
  for (const { name, run } of stages) {
    const start = performance.now();
    try {
      const { passed = 0 } = (await run()) ?? {};
      sum.passed += passed;
      console.log(`${name.padEnd(width)}  ${seconds(start).padStart(8)}${countOf(passed)}`);
    } catch (error) {
      console.log(`${name.padEnd(width)}  ${seconds(start).padStart(8)}  FAILED`);
      report(name, error);
      sum.passed += error.tests?.passed ?? 0;
      sum.failed += error.tests?.failed ?? 0;
      sum.ok = false;
      break;
    }
  }
  return sum;
}

const countOf = (passed) => (passed > 0 ? `  ${passed} tests` : '');

/** Runs a script's body; errors are reported as plain text, and the script exits with 1. */
export async function exitOnError(body) {
  try {
    await body();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
