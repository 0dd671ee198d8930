import { mkdirSync, writeFileSync } from 'node:fs';
import { buildPath } from './paths.mjs';
import { CommandError, inBackground } from './run.mjs';

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

/** A promise, and the function that resolves it. */
function deferred() {
  let resolve;
  const promise = new Promise((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Runs a stage, prints how long it took, and adds to the sums. */
async function runStage({ name, run }, width, sum) {
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
  }
}

/**
 * Runs stages in order, each `{name, run}`, and prints how long each took. `run` may return the
 * tests it ran, `{passed, failed}`. Those with `beside` are run in their order too, beside the
 * others and with the time that these leave; a stage begins when those named in its `after` have
 * ended. None begins after one that threw or has failures. Returns the sums, and whether all went
 * well.
 */
export async function runStages(stages) {
  const sum = { passed: 0, failed: 0, ok: true };
  const width = Math.max(...stages.map(({ name }) => name.length));
  const ends = new Map(stages.map(({ name }) => [name, deferred()]));
  const runLine = async (line) => {
    for (const stage of line) {
      await Promise.all((stage.after ?? []).map((name) => ends.get(name)?.promise));
      if (sum.ok) await runStage(stage, width, sum);
      ends.get(stage.name).resolve();
    }
  };
  const line = (beside) => stages.filter((stage) => Boolean(stage.beside) === beside);
  await Promise.all([runLine(line(false)), inBackground(() => runLine(line(true)))]);
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
