// `npm run fuzz [-- SECONDS]`: runs each fuzzer of tests/fuzz for that long, side by side.
import { runFuzzers } from './lib/fuzz.mjs';
import { exitOnError, runStages } from './lib/stages.mjs';

await exitOnError(async () => {
  const [argument = '600'] = process.argv.slice(2);
  const seconds = Number(argument);
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new Error(`${argument}: must be a whole number of seconds from 1 on`);
  const { ok } = await runStages([{ name: 'fuzzers', run: () => runFuzzers(seconds) }]);
  process.exitCode = ok ? 0 : 1;
});
