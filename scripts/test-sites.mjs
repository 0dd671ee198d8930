// `npm run test:sites`: installs the generators that npm has, builds each site of tests/sites whose
// generator is here, and looks at it in Chromium. With `--install` it only installs.
import { parseArgs } from 'node:util';
import { pageStages } from './lib/build.mjs';
import { setUpForTests } from './lib/setup.mjs';
import { exitOnError, runStages } from './lib/stages.mjs';
import { installGenerators, testSites } from './lib/test-sites.mjs';

const installing = { name: 'generators of sites', run: installGenerators };

await exitOnError(async () => {
  const { install } = parseArgs({ options: { install: { type: 'boolean' } } }).values;
  if (!install) setUpForTests();
  const rest = [...pageStages, { name: 'sites', run: testSites }];
  const { passed, ok } = await runStages(install ? [installing] : [installing, ...rest]);
  if (!install) console.log(`\n${passed} passed`);
  process.exitCode = ok ? 0 : 1;
});
