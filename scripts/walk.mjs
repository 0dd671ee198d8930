// `npm run walk [-- --seed N] [--actions N] [--replay FILE]`: a random walk over the built page.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildPath } from './lib/paths.mjs';
import { exitOnError } from './lib/stages.mjs';
import { walk } from './lib/walk/walk.mjs';

await exitOnError(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      actions: { type: 'string', default: '2000' },
      replay: { type: 'string' },
      shrink: { type: 'string', default: '150' },
    },
  });
  const actions = values.replay && JSON.parse(readFileSync(values.replay, 'utf8'));
  try {
    await walk({
      ...{ seed: Number(values.seed), count: Number(values.actions), actions },
      ...{ shrinkSeconds: Number(values.shrink), log: console.log },
    });
  } catch (error) {
    if (!error.actions) throw error;
    const file = buildPath(`reports/walk-${values.seed}.json`);
    mkdirSync(buildPath('reports'), { recursive: true });
    writeFileSync(file, `[\n${error.actions.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`);
    throw new Error(
      `${error.message}\n${error.actions.length} actions do it: npm run walk -- --replay ${file}`,
    );
  }
});
